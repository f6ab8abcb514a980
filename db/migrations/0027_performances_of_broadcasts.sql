DROP INDEX `broadcasts_peaks`;--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `performance` text;--> statement-breakpoint
CREATE INDEX `broadcasts_peaks` ON `broadcasts` (`performer_id`,`stage_id`,`performance`,`set_id`,`id`,`peak_listeners`);--> statement-breakpoint
-- What was before: a set is one performance, and so are broadcasts without a set of the same performer in the same room,
-- where less than half an hour is between one and the next.
UPDATE `broadcasts` SET `performance` = `grouped`.`performance` FROM (
	SELECT `id`, coalesce(`set_id`, first_value(`id`) OVER (PARTITION BY `stage_id`, `performer_id`, `set_id`, `number` ORDER BY `started_at`, `id`)) AS `performance`
	FROM (
		SELECT *, sum(`is_first`) OVER (PARTITION BY `stage_id`, `performer_id`, `set_id` ORDER BY `started_at`, `id` ROWS UNBOUNDED PRECEDING) AS `number`
		FROM (
			SELECT `id`, `stage_id`, `performer_id`, `set_id`, `started_at`,
				coalesce(`started_at` - lag(coalesce(`ended_at`, `started_at`)) OVER (PARTITION BY `stage_id`, `performer_id`, `set_id` ORDER BY `started_at`, `id`) >= 1800000, 1) AS `is_first`
			FROM `broadcasts`
		)
	)
) AS `grouped` WHERE `grouped`.`id` = `broadcasts`.`id`;
