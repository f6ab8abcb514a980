-- What is counted is people, not how often each of them presses.
UPDATE `awards` SET `name` = 'Favorited by 100 people', `musician_name` = 'Favorited by 100 people' WHERE `id` = 'hundred-favorites';
UPDATE `awards` SET `name` = 'Favorited by 1,000 people', `musician_name` = 'Favorited by 1,000 people' WHERE `id` = 'thousand-favorites';
UPDATE `awards` SET `name` = '100 people who cheered, once per set', `musician_name` = '100 people who cheered, once per performance'
WHERE `id` = 'hundred-cheers';
UPDATE `awards` SET `name` = '1,000 people who cheered, once per set', `musician_name` = '1,000 people who cheered, once per performance'
WHERE `id` = 'thousand-cheers';
