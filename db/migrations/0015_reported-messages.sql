ALTER TABLE `reports` ADD `message` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `message_at` integer;