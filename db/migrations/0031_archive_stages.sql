ALTER TABLE `stages` ADD `archived_at` integer;--> statement-breakpoint
ALTER TABLE `stages` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `stages` ADD `erased_at` integer;