ALTER TABLE `cheers` ADD `given_to` text;--> statement-breakpoint
CREATE INDEX `cheers_given` ON `cheers` (`given_to`);--> statement-breakpoint
ALTER TABLE `favorites` ADD `given_to` text;--> statement-breakpoint
CREATE INDEX `favorites_given` ON `favorites` (`given_to`);--> statement-breakpoint
ALTER TABLE `plays` ADD `is_removed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `plays` ADD `part_of` text;