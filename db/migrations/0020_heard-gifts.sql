-- Awards and ranks count favorites and cheers of those who then heard what they are for.
ALTER TABLE `cheers` ADD `is_heard` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `favorites` ADD `is_heard` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Cheers were only taken on air. Of the favorites before, those that came during their play, or a minute after it, to
-- what an encoder or the ear has named.
UPDATE `cheers` SET `is_heard` = 1;--> statement-breakpoint
UPDATE `favorites` SET `is_heard` = 1 WHERE EXISTS (
	SELECT 1 FROM `plays` AS `play` WHERE `play`.`id` = coalesce(`favorites`.`given_to`, `favorites`.`play_id`)
	AND `play`.`source` IN ('encoder', 'ear') AND `favorites`.`created_at` >= `play`.`played_at`
	AND `favorites`.`created_at` <= 60000 + coalesce(`play`.`ended_at`,
		(SELECT min(`next`.`played_at`) FROM `plays` AS `next` WHERE `next`.`performer_id` = `play`.`performer_id`
			AND `next`.`broadcast_id` = `play`.`broadcast_id` AND `next`.`played_at` > `play`.`played_at`),
		(SELECT `ended_at` FROM `broadcasts` WHERE `broadcasts`.`id` = `play`.`broadcast_id`), `play`.`played_at`));
