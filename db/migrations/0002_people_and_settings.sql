CREATE TABLE `email_changes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`old_confirmed_at` integer,
	`new_confirmed_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`plan` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sealed_secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `temporary_referrals` (
	`client_key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `toggle_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email_notifications` integer DEFAULT true NOT NULL,
	`chat_notifications` integer DEFAULT true NOT NULL,
	`follower_notifications` integer DEFAULT true NOT NULL,
	`mention_notifications` integer DEFAULT true NOT NULL,
	`system_notifications` integer DEFAULT true NOT NULL,
	`room_notifications` integer DEFAULT true NOT NULL,
	`notifications` integer DEFAULT true NOT NULL,
	`booking_notifications` integer DEFAULT true NOT NULL,
	`mixcloud_personal` integer DEFAULT false NOT NULL,
	`twitter_live` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text,
	`offender_id` text NOT NULL,
	`offense_code` integer NOT NULL,
	`created_at` integer NOT NULL,
	`day` integer NOT NULL,
	`settled_at` integer,
	`outcome` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`offender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_pair_day` ON `reports` (`reporter_id`,`offender_id`,`day`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`settled_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_offender` ON `reports` (`offender_id`);--> statement-breakpoint
CREATE TABLE `awards` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`name` text NOT NULL,
	`musician_title` text NOT NULL,
	`musician_name` text NOT NULL,
	`badge` text,
	`is_general` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `user_awards` (
	`id` text PRIMARY KEY NOT NULL,
	`award_id` text NOT NULL,
	`user_id` text NOT NULL,
	`stage_id` text,
	`awarded_at` integer NOT NULL,
	`sets_played` integer DEFAULT 0 NOT NULL,
	`hours` integer DEFAULT 0 NOT NULL,
	`listens` integer DEFAULT 0 NOT NULL,
	`favorites` integer DEFAULT 0 NOT NULL,
	`cheers` integer DEFAULT 0 NOT NULL,
	`referrals` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`award_id`) REFERENCES `awards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `user_awards_user` ON `user_awards` (`user_id`,`awarded_at`);--> statement-breakpoint
CREATE TABLE `cities` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`search_name` text NOT NULL,
	`country` text NOT NULL,
	`region` text DEFAULT '' NOT NULL,
	`population` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cities_search` ON `cities` (`search_name`,`population`);--> statement-breakpoint
CREATE TABLE `chat_places` (
	`user_id` text NOT NULL,
	`room` text NOT NULL,
	PRIMARY KEY(`user_id`, `room`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pictures_owner` ON `pictures` (`owner_id`,`kind`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `country` text;--> statement-breakpoint
ALTER TABLE `users` ADD `title_award_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `badge_award_id` text;--> statement-breakpoint
ALTER TABLE `users` ADD `is_operator` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `mixcloud_upload` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);