CREATE TABLE `set_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`stage_id` text NOT NULL,
	`performer_id` text NOT NULL,
	`requestor_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`weeks` integer DEFAULT 1 NOT NULL,
	`time_zone` text NOT NULL,
	`mixcloud` integer DEFAULT false NOT NULL,
	`mixcloud_name` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`performer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requestor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `set_requests_stage` ON `set_requests` (`stage_id`,`status`);--> statement-breakpoint
CREATE INDEX `set_requests_performer` ON `set_requests` (`performer_id`,`status`);--> statement-breakpoint
CREATE INDEX `set_requests_open` ON `set_requests` (`status`,`starts_at`);--> statement-breakpoint
CREATE TABLE `stage_log` (
	`id` text PRIMARY KEY NOT NULL,
	`stage_id` text NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`details` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `stage_log_stage` ON `stage_log` (`stage_id`,`at`);--> statement-breakpoint
CREATE TABLE `stage_members` (
	`id` text PRIMARY KEY NOT NULL,
	`stage_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`role_id`) REFERENCES `stage_roles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stage_members_pair` ON `stage_members` (`stage_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `stage_members_user` ON `stage_members` (`user_id`);--> statement-breakpoint
CREATE INDEX `stage_members_role` ON `stage_members` (`role_id`);--> statement-breakpoint
CREATE TABLE `stage_roles` (
	`id` text PRIMARY KEY NOT NULL,
	`stage_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stage_roles_stage` ON `stage_roles` (`stage_id`);--> statement-breakpoint
ALTER TABLE `sets` ADD `request_id` text;--> statement-breakpoint
ALTER TABLE `sets` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sets` ADD `changed_at` integer;--> statement-breakpoint
ALTER TABLE `sets` ADD `mixcloud` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sets` ADD `mixcloud_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `sets_request` ON `sets` (`request_id`);