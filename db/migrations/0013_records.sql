CREATE TABLE `artists` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`photo` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artists_key_unique` ON `artists` (`key`);--> statement-breakpoint
CREATE TABLE `labels` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`parent_id` text,
	`photo` text,
	`urls` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`parent_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `labels_key_unique` ON `labels` (`key`);--> statement-breakpoint
CREATE INDEX `labels_parent` ON `labels` (`parent_id`);--> statement-breakpoint
CREATE TABLE `recordings` (
	`track_id` text PRIMARY KEY NOT NULL,
	`album` text,
	`label_id` text,
	`released_on` text,
	`copyright` text,
	`art` text,
	`preview` text,
	`apple` text,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `recordings_label` ON `recordings` (`label_id`);--> statement-breakpoint
CREATE TABLE `track_aliases` (
	`id` text PRIMARY KEY NOT NULL,
	`track_id` text NOT NULL,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `track_aliases_track` ON `track_aliases` (`track_id`);--> statement-breakpoint
CREATE TABLE `tracks_artists` (
	`track_id` text NOT NULL,
	`artist_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`track_id`, `artist_id`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `artists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tracks_artists_artist` ON `tracks_artists` (`artist_id`);--> statement-breakpoint
ALTER TABLE `tracks` ADD `key_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `tracks_key_version` ON `tracks` (`key_version`);--> statement-breakpoint
CREATE INDEX `cheers_track` ON `cheers` (`track_id`);