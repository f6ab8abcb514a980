ALTER TABLE `stages` ADD `listen_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `stages` ADD `subscriber_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `stages` ADD `favorite_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `stages` ADD `cheer_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `stages` ADD `set_count` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The totals are kept by triggers: whoever rebuilds one of these tables makes its triggers again and runs the
-- statement at the end.
CREATE TRIGGER `stage_totals_listens_insert` AFTER INSERT ON `listens` WHEN new.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `listen_count` = `listen_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_listens_delete` AFTER DELETE ON `listens` WHEN old.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `listen_count` = `listen_count` - 1 WHERE `id` = old.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_listens_update` AFTER UPDATE OF `stage_id` ON `listens` WHEN new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `listen_count` = `listen_count` - 1 WHERE `id` = old.`stage_id`;
	UPDATE `stages` SET `listen_count` = `listen_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_stage_subscriptions_insert` AFTER INSERT ON `stage_subscriptions` WHEN new.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `subscriber_count` = `subscriber_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_stage_subscriptions_delete` AFTER DELETE ON `stage_subscriptions` WHEN old.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `subscriber_count` = `subscriber_count` - 1 WHERE `id` = old.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_stage_subscriptions_update` AFTER UPDATE OF `stage_id` ON `stage_subscriptions` WHEN new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `subscriber_count` = `subscriber_count` - 1 WHERE `id` = old.`stage_id`;
	UPDATE `stages` SET `subscriber_count` = `subscriber_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_favorites_insert` AFTER INSERT ON `favorites` WHEN new.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `favorite_count` = `favorite_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_favorites_delete` AFTER DELETE ON `favorites` WHEN old.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `favorite_count` = `favorite_count` - 1 WHERE `id` = old.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_favorites_update` AFTER UPDATE OF `stage_id` ON `favorites` WHEN new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `favorite_count` = `favorite_count` - 1 WHERE `id` = old.`stage_id`;
	UPDATE `stages` SET `favorite_count` = `favorite_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_cheers_insert` AFTER INSERT ON `cheers` WHEN new.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `cheer_count` = `cheer_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_cheers_delete` AFTER DELETE ON `cheers` WHEN old.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `cheer_count` = `cheer_count` - 1 WHERE `id` = old.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_cheers_update` AFTER UPDATE OF `stage_id` ON `cheers` WHEN new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `cheer_count` = `cheer_count` - 1 WHERE `id` = old.`stage_id`;
	UPDATE `stages` SET `cheer_count` = `cheer_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
-- A set counts once, however often it was on air.
CREATE TRIGGER `stage_totals_broadcasts_insert` AFTER INSERT ON `broadcasts` BEGIN
	UPDATE `stages` SET `set_count` = `set_count` + 1 WHERE `id` = new.`stage_id` AND new.`set_id` IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `broadcasts` WHERE `set_id` = new.`set_id` AND `stage_id` = new.`stage_id` AND `id` <> new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_broadcasts_delete` AFTER DELETE ON `broadcasts` BEGIN
	UPDATE `stages` SET `set_count` = `set_count` - 1 WHERE `id` = old.`stage_id` AND old.`set_id` IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `broadcasts` WHERE `set_id` = old.`set_id` AND `stage_id` = old.`stage_id` AND `id` <> old.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_broadcasts_update` AFTER UPDATE OF `set_id`, `stage_id` ON `broadcasts`
WHEN new.`set_id` IS NOT old.`set_id` OR new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `set_count` = `set_count` - 1 WHERE `id` = old.`stage_id` AND old.`set_id` IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `broadcasts` WHERE `set_id` = old.`set_id` AND `stage_id` = old.`stage_id` AND `id` <> old.`id`);
	UPDATE `stages` SET `set_count` = `set_count` + 1 WHERE `id` = new.`stage_id` AND new.`set_id` IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `broadcasts` WHERE `set_id` = new.`set_id` AND `stage_id` = new.`stage_id` AND `id` <> new.`id`);
END;
--> statement-breakpoint
-- What was before. The same statement makes the totals right again after rows were written without the triggers.
UPDATE `stages` SET
	`listen_count` = (SELECT count(*) FROM `listens` WHERE `stage_id` = `stages`.`id`),
	`subscriber_count` = (SELECT count(*) FROM `stage_subscriptions` WHERE `stage_id` = `stages`.`id`),
	`favorite_count` = (SELECT count(*) FROM `favorites` WHERE `stage_id` = `stages`.`id`),
	`cheer_count` = (SELECT count(*) FROM `cheers` WHERE `stage_id` = `stages`.`id`),
	`set_count` = (SELECT count(DISTINCT `set_id`) FROM `broadcasts` WHERE `stage_id` = `stages`.`id`);
