CREATE TABLE `conversation_members` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`position` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`after_seq` integer NOT NULL,
	`has_read` integer NOT NULL,
	`is_marked_unread` integer NOT NULL,
	`is_muted` integer NOT NULL,
	`muted_until` integer,
	`is_hidden` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversation_members_user` ON `conversation_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`direct_key` text,
	`name` text,
	`created_at` integer NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	`last_message` text DEFAULT '' NOT NULL,
	`last_user_id` text,
	`version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`last_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_direct_key_unique` ON `conversations` (`direct_key`);