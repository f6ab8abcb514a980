-- Awards count what was heard: a listen may add to what its performer has received and to whom its listener was
-- referred by, and so may a confirmed address. Listeners without an account change no count.
DROP TRIGGER `award_reviews_listens`;
--> statement-breakpoint
CREATE TRIGGER `award_reviews_listens` AFTER INSERT ON `listens` WHEN EXISTS (SELECT 1 FROM `users` WHERE `id` = new.`listener`) BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` IN (
		new.`listener`, new.`performer_id`, (SELECT `referrer_id` FROM `users` WHERE `id` = new.`listener`))
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `award_reviews_users_verified` AFTER UPDATE OF `email_verified_at` ON `users` WHEN new.`email_verified_at` IS NOT NULL AND new.`referrer_id` IS NOT NULL BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`referrer_id`
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
UPDATE `awards` SET `name` = '100 people kept a track as favorite', `musician_name` = '100 people kept a song as favorite' WHERE `id` = 'hundred-favorites';
--> statement-breakpoint
UPDATE `awards` SET `name` = '1,000 people kept a track as favorite', `musician_name` = '1,000 people kept a song as favorite' WHERE `id` = 'thousand-favorites';
