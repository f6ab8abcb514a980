CREATE TABLE `linked_accounts` (
	`user_id` text NOT NULL,
	`party` text NOT NULL,
	`name` text NOT NULL,
	`token` text NOT NULL,
	`upload_tags` text NOT NULL,
	`upload_photo` text,
	`linked_at` integer NOT NULL,
	`refused_at` integer,
	PRIMARY KEY(`user_id`, `party`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`replay_id` text NOT NULL,
	`party` text NOT NULL,
	`user_id` text NOT NULL,
	`set_id` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`unsure_since` integer,
	`bytes_sent` integer DEFAULT 0 NOT NULL,
	`bytes_total` integer DEFAULT 0 NOT NULL,
	`url` text,
	`error` text,
	`details` text,
	`requested_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`replay_id`, `party`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `uploads_due` ON `uploads` (`status`,`next_try_at`);