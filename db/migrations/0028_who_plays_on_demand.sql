ALTER TABLE `stage_members` ADD `allows_naming` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `stage_members` ADD `is_playing` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `stage_members_playing` ON `stage_members` (`stage_id`) WHERE is_playing = 1;