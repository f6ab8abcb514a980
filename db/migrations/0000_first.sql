CREATE TABLE `mail_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `outbox_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_mails_unsent` ON `outbox_mails` (`sent_at`,`at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`email_verified_at` integer,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`username_changed_at` integer,
	`banned_at` integer,
	`photo` text,
	`banner` text,
	`first` text DEFAULT '' NOT NULL,
	`last` text DEFAULT '' NOT NULL,
	`bio` text DEFAULT '' NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`title` text,
	`badge` text,
	`performer_type` text,
	`is_performer` integer DEFAULT false NOT NULL,
	`has_passed_test` integer DEFAULT false NOT NULL,
	`is_manager` integer DEFAULT false NOT NULL,
	`controller` text DEFAULT '' NOT NULL,
	`program` text DEFAULT '' NOT NULL,
	`experience` text DEFAULT '' NOT NULL,
	`badge_display_chat` integer DEFAULT true NOT NULL,
	`hide_follows` integer DEFAULT false NOT NULL,
	`hide_profile_stats` integer DEFAULT false NOT NULL,
	`hide_follows_player` integer DEFAULT false NOT NULL,
	`disable_dms` integer DEFAULT false NOT NULL,
	`referrer_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key_unique` ON `users` (`email_key`);--> statement-breakpoint
CREATE TABLE `broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`stream_id` text NOT NULL,
	`stage_id` text,
	`performer_id` text,
	`set_id` text,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`peak_listeners` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`set_id`) REFERENCES `sets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `broadcasts_stage` ON `broadcasts` (`stage_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `broadcasts_performer` ON `broadcasts` (`performer_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `ingest_credentials` (
	`mount` text PRIMARY KEY NOT NULL,
	`password` text NOT NULL,
	`kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`stream_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `ingest_credentials_owner` ON `ingest_credentials` (`kind`,`owner_id`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`user_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `follows` (
	`user_id` text NOT NULL,
	`following_id` text NOT NULL,
	`has_alert` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `following_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`following_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `follows_following` ON `follows` (`following_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sets` (
	`id` text PRIMARY KEY NOT NULL,
	`stage_id` text NOT NULL,
	`performer_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`status` text DEFAULT 'accepted' NOT NULL,
	`created_at` integer NOT NULL,
	`peak_listeners` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`performer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sets_stage_time` ON `sets` (`stage_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `sets_performer_time` ON `sets` (`performer_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `sets_time` ON `sets` (`starts_at`);--> statement-breakpoint
CREATE TABLE `stage_managers` (
	`stage_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`stage_id`, `user_id`),
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stage_managers_user` ON `stage_managers` (`user_id`);--> statement-breakpoint
CREATE TABLE `stage_subscriptions` (
	`stage_id` text NOT NULL,
	`user_id` text NOT NULL,
	`has_alert` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`stage_id`, `user_id`),
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stage_subscriptions_user` ON `stage_subscriptions` (`user_id`);--> statement-breakpoint
CREATE TABLE `stages` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`genre` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`thumbnail` text,
	`custom_url` text,
	`is_instant` integer DEFAULT false NOT NULL,
	`is_weekly` integer DEFAULT false NOT NULL,
	`has_auto_approve` integer DEFAULT false NOT NULL,
	`is_members_only` integer DEFAULT false NOT NULL,
	`stream_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_streamed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stages_custom_url_unique` ON `stages` (`custom_url`);--> statement-breakpoint
CREATE UNIQUE INDEX `stages_stream_id_unique` ON `stages` (`stream_id`);--> statement-breakpoint
CREATE TABLE `cheers` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stage_id` text,
	`performer_id` text,
	`set_id` text,
	`track_id` text,
	`play_id` text,
	`cheered_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cheers_stage` ON `cheers` (`stage_id`,`cheered_at`);--> statement-breakpoint
CREATE INDEX `cheers_set` ON `cheers` (`set_id`,`cheered_at`);--> statement-breakpoint
CREATE TABLE `favorites` (
	`user_id` text NOT NULL,
	`track_id` text NOT NULL,
	`play_id` text,
	`set_id` text,
	`performer_id` text,
	`stage_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `track_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `favorites_user_time` ON `favorites` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `favorites_play` ON `favorites` (`play_id`);--> statement-breakpoint
CREATE TABLE `plays` (
	`id` text PRIMARY KEY NOT NULL,
	`track_id` text NOT NULL,
	`broadcast_id` text NOT NULL,
	`stage_id` text,
	`set_id` text,
	`performer_id` text,
	`played_at` integer NOT NULL,
	`listen_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `plays_stage` ON `plays` (`stage_id`,`played_at`);--> statement-breakpoint
CREATE INDEX `plays_performer` ON `plays` (`performer_id`,`played_at`);--> statement-breakpoint
CREATE INDEX `plays_track` ON `plays` (`track_id`,`played_at`);--> statement-breakpoint
CREATE TABLE `tracks` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`artist` text NOT NULL,
	`title` text NOT NULL,
	`spotify` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_key_unique` ON `tracks` (`key`);