ALTER TABLE `toggle_settings` ADD `chat_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `toggle_settings` ADD `follower_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `toggle_settings` ADD `mention_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `toggle_settings` ADD `system_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `toggle_settings` ADD `stage_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `toggle_settings` ADD `performer_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `toggle_settings` ADD `booking_mails` integer DEFAULT true NOT NULL;