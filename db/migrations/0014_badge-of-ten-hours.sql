-- The one award that had none.
UPDATE `awards` SET `badge` = '/badges/ten-hours.svg' WHERE `id` = 'ten-hours';
