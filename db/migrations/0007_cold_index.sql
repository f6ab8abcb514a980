ALTER TABLE `track_references` ADD `indexed_at` integer;--> statement-breakpoint
CREATE INDEX `track_references_indexed` ON `track_references` (`indexed_at`);