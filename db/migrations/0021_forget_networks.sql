-- Whoever listened without an account stood here by a keyed hash of their network: each becomes a random nobody.
UPDATE `listens` SET `listener` = lower(hex(randomblob(11))) WHERE `listener` NOT IN (SELECT `id` FROM `users`);
