CREATE TABLE `stage_chats` (
	`stage_id` text PRIMARY KEY NOT NULL,
	`slow_seconds` integer DEFAULT 0 NOT NULL,
	`has_links` integer DEFAULT true NOT NULL,
	`blocked_words` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `stage_restrictions` (
	`stage_id` text NOT NULL,
	`user_id` text NOT NULL,
	`until` integer,
	`by_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`stage_id`, `user_id`),
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `stage_restrictions_latest` ON `stage_restrictions` (`stage_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `stage_restrictions_user` ON `stage_restrictions` (`user_id`);--> statement-breakpoint
CREATE INDEX `stage_restrictions_by` ON `stage_restrictions` (`by_id`);