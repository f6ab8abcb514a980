ALTER TABLE `set_requests` ADD `kind` text DEFAULT 'booking' NOT NULL;--> statement-breakpoint
ALTER TABLE `set_requests` ADD `set_id` text REFERENCES sets(id) ON DELETE cascade;--> statement-breakpoint
ALTER TABLE `set_requests` ADD `from_starts_at` integer;--> statement-breakpoint
ALTER TABLE `set_requests` ADD `from_ends_at` integer;--> statement-breakpoint
CREATE INDEX `set_requests_set` ON `set_requests` (`set_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `set_requests_change` ON `set_requests` (`set_id`) WHERE status = 'pending';