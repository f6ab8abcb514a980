CREATE TABLE `mastodon_apps` (
	`host` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`client_secret` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `post_targets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`stage_id` text,
	`party` text NOT NULL,
	`name` text NOT NULL,
	`host` text,
	`secret` text NOT NULL,
	`on_live` integer DEFAULT true NOT NULL,
	`on_booking` integer DEFAULT false NOT NULL,
	`is_edited_at_end` integer DEFAULT false NOT NULL,
	`has_link` integer DEFAULT true NOT NULL,
	`live_text` text DEFAULT '' NOT NULL,
	`booking_text` text DEFAULT '' NOT NULL,
	`linked_at` integer NOT NULL,
	`refused_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "post_targets_owner" CHECK(("post_targets"."user_id" is null) <> ("post_targets"."stage_id" is null))
);
--> statement-breakpoint
CREATE INDEX `post_targets_user` ON `post_targets` (`user_id`);--> statement-breakpoint
CREATE INDEX `post_targets_stage` ON `post_targets` (`stage_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `post_targets_account` ON `post_targets` (`user_id`,`party`) WHERE "post_targets"."party" in ('twitter', 'bluesky', 'mastodon');--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`stage_id` text,
	`url` text NOT NULL,
	`secret` text NOT NULL,
	`events` text NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`disabled_reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhooks_owner" CHECK(("webhooks"."user_id" is null) <> ("webhooks"."stage_id" is null))
);
--> statement-breakpoint
CREATE INDEX `webhooks_user` ON `webhooks` (`user_id`);--> statement-breakpoint
CREATE INDEX `webhooks_stage` ON `webhooks` (`stage_id`);--> statement-breakpoint
ALTER TABLE `linked_accounts` ADD `paused_at` integer;--> statement-breakpoint
ALTER TABLE `tracks` ADD `spotify_asked_at` integer;--> statement-breakpoint
ALTER TABLE `toggle_settings` DROP COLUMN `twitter_live`;