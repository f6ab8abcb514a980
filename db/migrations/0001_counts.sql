CREATE TABLE `listens` (
	`performance` text NOT NULL,
	`listener` text NOT NULL,
	`stage_id` text,
	`performer_id` text,
	`set_id` text,
	`listened_at` integer NOT NULL,
	PRIMARY KEY(`performance`, `listener`)
);
--> statement-breakpoint
CREATE INDEX `listens_stage` ON `listens` (`stage_id`);--> statement-breakpoint
CREATE INDEX `listens_performer` ON `listens` (`performer_id`);--> statement-breakpoint
ALTER TABLE `ingest_credentials` ADD `completed_at` integer;--> statement-breakpoint
CREATE INDEX `cheers_performer` ON `cheers` (`performer_id`,`cheered_at`);--> statement-breakpoint
CREATE INDEX `cheers_play` ON `cheers` (`play_id`);--> statement-breakpoint
CREATE INDEX `favorites_stage` ON `favorites` (`stage_id`);--> statement-breakpoint
CREATE INDEX `favorites_set` ON `favorites` (`set_id`);--> statement-breakpoint
CREATE INDEX `favorites_performer` ON `favorites` (`performer_id`);