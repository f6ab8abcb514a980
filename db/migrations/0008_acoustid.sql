CREATE TABLE `acoustid_fingerprints` (
	`reference_id` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`reference_id`) REFERENCES `track_references`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `acoustid_fingerprints_due` ON `acoustid_fingerprints` (`due_at`);--> statement-breakpoint
ALTER TABLE `track_references` ADD `acoustid_asked_at` integer;--> statement-breakpoint
ALTER TABLE `track_references` ADD `musicbrainz` text;