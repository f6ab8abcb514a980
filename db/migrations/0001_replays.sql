CREATE TABLE `replay_listens` (
	`replay_id` text NOT NULL,
	`listener` text NOT NULL,
	`listened_at` integer NOT NULL,
	PRIMARY KEY(`replay_id`, `listener`),
	FOREIGN KEY (`replay_id`) REFERENCES `replays`(`id`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `replay_listens_listener` ON `replay_listens` (`listener`);--> statement-breakpoint
CREATE TABLE `replays` (
	`id` text PRIMARY KEY NOT NULL,
	`performance` text NOT NULL,
	`room` text NOT NULL,
	`stage_id` text,
	`performer_id` text,
	`set_id` text,
	`status` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`duration_ms` integer DEFAULT 0 NOT NULL,
	`opus_bytes` integer DEFAULT 0 NOT NULL,
	`mp3_bytes` integer DEFAULT 0 NOT NULL,
	`visibility` text NOT NULL,
	`may_download` integer NOT NULL,
	`is_in_feed` integer NOT NULL,
	`listen_count` integer DEFAULT 0 NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `replays_performance_unique` ON `replays` (`performance`);--> statement-breakpoint
CREATE INDEX `replays_set` ON `replays` (`set_id`);--> statement-breakpoint
CREATE INDEX `replays_performer` ON `replays` (`performer_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `replays_stage` ON `replays` (`stage_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `replays_status` ON `replays` (`status`,`ended_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `replay_visibility` text DEFAULT 'always' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `replay_download` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `replay_feed` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `stages` ADD `keeps_replays` integer DEFAULT true NOT NULL;