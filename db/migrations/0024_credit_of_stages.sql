DROP INDEX `broadcasts_peaks`;--> statement-breakpoint
CREATE INDEX `broadcasts_peaks` ON `broadcasts` (`performer_id`,`stage_id`,`peak_listeners`);--> statement-breakpoint
DROP INDEX `cheers_performer`;--> statement-breakpoint
DROP INDEX `cheers_track`;--> statement-breakpoint
CREATE INDEX `cheers_performer` ON `cheers` (`performer_id`,`cheered_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `cheers_track` ON `cheers` (`track_id`,`stage_id`);--> statement-breakpoint
DROP INDEX `favorites_user_time`;--> statement-breakpoint
DROP INDEX `favorites_performer`;--> statement-breakpoint
DROP INDEX `favorites_track`;--> statement-breakpoint
CREATE INDEX `favorites_user_time` ON `favorites` (`user_id`,`created_at`,`track_id`);--> statement-breakpoint
CREATE INDEX `favorites_performer` ON `favorites` (`performer_id`,`created_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `favorites_track` ON `favorites` (`track_id`,`stage_id`,`play_id`);--> statement-breakpoint
DROP INDEX `plays_stage`;--> statement-breakpoint
DROP INDEX `plays_performer`;--> statement-breakpoint
CREATE INDEX `plays_stage` ON `plays` (`stage_id`,`played_at`,`id`);--> statement-breakpoint
CREATE INDEX `plays_performer` ON `plays` (`performer_id`,`played_at`,`id`);