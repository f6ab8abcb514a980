ALTER TABLE `users` ADD `badge_name` text;
--> statement-breakpoint
-- Badges that are worn already are called as their awards are.
UPDATE `users` SET `badge_name` = (
	SELECT CASE `users`.`performer_type` WHEN 'dj' THEN `awards`.`title` ELSE `awards`.`musician_title` END
	FROM `user_awards` INNER JOIN `awards` ON `awards`.`id` = `user_awards`.`award_id`
	WHERE `user_awards`.`id` = `users`.`badge_award_id`)
WHERE `badge` IS NOT NULL;
