DROP INDEX `track_references_line`;--> statement-breakpoint
ALTER TABLE `track_references` ADD `performance` text;--> statement-breakpoint
ALTER TABLE `track_references` ADD `starts_at` integer;--> statement-breakpoint
CREATE INDEX `track_references_performance` ON `track_references` (`performance`);--> statement-breakpoint
ALTER TABLE `broadcasts` ADD `harvest_due_at` integer;--> statement-breakpoint
CREATE INDEX `broadcasts_harvest` ON `broadcasts` (`harvest_due_at`) WHERE harvest_due_at is not null;