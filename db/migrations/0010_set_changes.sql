ALTER TABLE `sets` ADD `changed_by` text REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `sets_changed_by` ON `sets` (`changed_by`);