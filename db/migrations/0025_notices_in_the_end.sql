CREATE TABLE `untold_notices` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`about_id` text,
	`notice` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`about_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `untold_notices_age` ON `untold_notices` (`created_at`);--> statement-breakpoint
CREATE INDEX `untold_notices_about` ON `untold_notices` (`about_id`);--> statement-breakpoint
ALTER TABLE `announcements` ADD `told_at` integer;--> statement-breakpoint
CREATE INDEX `follows_told` ON `follows` (`following_id`,`user_id`);--> statement-breakpoint
UPDATE `announcements` SET `told_at` = `created_at`;
