ALTER TABLE `cheers` ADD `media_at` integer;--> statement-breakpoint
ALTER TABLE `favorites` ADD `media_at` integer;