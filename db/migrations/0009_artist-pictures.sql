ALTER TABLE `artists` ADD `photo_credit` text;--> statement-breakpoint
ALTER TABLE `artists` ADD `photo_asked_at` integer;--> statement-breakpoint
ALTER TABLE `artists` ADD `photo_removed_at` integer;--> statement-breakpoint
ALTER TABLE `tracks_artists` ADD `musicbrainz` text;