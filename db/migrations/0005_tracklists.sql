CREATE TABLE `track_references` (
	`id` text PRIMARY KEY NOT NULL,
	`grade` text NOT NULL,
	`owner_id` text,
	`track_id` text,
	`title` text DEFAULT '' NOT NULL,
	`artists` text DEFAULT '[]' NOT NULL,
	`isrc` text,
	`composer` text,
	`label` text,
	`catalogue_number` text,
	`duration_ms` integer NOT NULL,
	`peaks` text NOT NULL,
	`peaks_bytes` integer NOT NULL,
	`digest` text NOT NULL,
	`same_as` text,
	`line` text,
	`witnesses` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `track_references_owner` ON `track_references` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `track_references_track` ON `track_references` (`track_id`);--> statement-breakpoint
CREATE INDEX `track_references_digest` ON `track_references` (`digest`);--> statement-breakpoint
CREATE INDEX `track_references_line` ON `track_references` (`line`);--> statement-breakpoint
CREATE INDEX `track_references_expiry` ON `track_references` (`expires_at`) WHERE expires_at is not null;--> statement-breakpoint
CREATE TABLE `tracklist_evidence` (
	`id` text PRIMARY KEY NOT NULL,
	`performance` text NOT NULL,
	`set_id` text,
	`stage_id` text,
	`performer_id` text,
	`broadcast_id` text,
	`kind` text NOT NULL,
	`act` text NOT NULL,
	`line` text,
	`track_id` text,
	`artist` text DEFAULT '' NOT NULL,
	`title` text DEFAULT '' NOT NULL,
	`starts_at` integer,
	`ends_at` integer,
	`speed` real,
	`playback` text,
	`share` real,
	`chance` real,
	`supported_ms` integer,
	`reference_id` text,
	`grade` text,
	`index_size` integer,
	`rules_version` integer,
	`user_id` text,
	`details` text DEFAULT '{}' NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `tracklist_evidence_performance` ON `tracklist_evidence` (`performance`,`at`);--> statement-breakpoint
CREATE INDEX `tracklist_evidence_user` ON `tracklist_evidence` (`user_id`);--> statement-breakpoint
CREATE INDEX `tracklist_evidence_track` ON `tracklist_evidence` (`track_id`);--> statement-breakpoint
CREATE INDEX `tracklist_evidence_reference` ON `tracklist_evidence` (`reference_id`);--> statement-breakpoint
CREATE INDEX `tracklist_evidence_performer` ON `tracklist_evidence` (`performer_id`,`at`);--> statement-breakpoint
ALTER TABLE `recordings` ADD `isrc` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `composer` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `publisher` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `catalogue_number` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `label_code` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `duration_ms` integer;--> statement-breakpoint
ALTER TABLE `recordings` ADD `musicbrainz` text;--> statement-breakpoint
ALTER TABLE `recordings` ADD `musicbrainz_asked_at` integer;--> statement-breakpoint
CREATE INDEX `recordings_isrc` ON `recordings` (`isrc`);--> statement-breakpoint
ALTER TABLE `plays` ADD `listeners` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plays` ADD `ended_at` integer;--> statement-breakpoint
ALTER TABLE `plays` ADD `source` text DEFAULT 'encoder' NOT NULL;--> statement-breakpoint
ALTER TABLE `plays` ADD `confidence` text DEFAULT 'named' NOT NULL;--> statement-breakpoint
ALTER TABLE `plays` ADD `hidden_until` integer;--> statement-breakpoint
-- What encoders have named so far is evidence too. The row has the id of its play: `heard` rows and plays share theirs.
INSERT INTO `tracklist_evidence` (`id`, `performance`, `set_id`, `stage_id`, `performer_id`, `broadcast_id`, `kind`, `act`, `line`, `track_id`, `artist`, `title`, `starts_at`, `at`)
SELECT `plays`.`id`, coalesce(`plays`.`set_id`, `plays`.`broadcast_id`), `plays`.`set_id`, `plays`.`stage_id`, `plays`.`performer_id`, `plays`.`broadcast_id`, 'encoder', 'heard', `plays`.`id`, `tracks`.`id`, `tracks`.`artist`, `tracks`.`title`, `plays`.`played_at`, `plays`.`played_at`
FROM `plays` INNER JOIN `tracks` ON `tracks`.`id` = `plays`.`track_id`;
