ALTER TABLE `sets` ADD `picture` text;--> statement-breakpoint
ALTER TABLE `sets` ADD `tags` text DEFAULT '[]' NOT NULL;