CREATE INDEX `users_performers` ON `users` (`created_at`,`id`) WHERE is_performer = 1 and has_passed_test = 1 and banned_at is null;--> statement-breakpoint
CREATE INDEX `users_banned` ON `users` (`banned_at`) WHERE banned_at is not null;--> statement-breakpoint
CREATE INDEX `broadcasts_time` ON `broadcasts` (`started_at`);--> statement-breakpoint
CREATE INDEX `broadcasts_peaks` ON `broadcasts` (`performer_id`,`peak_listeners`);--> statement-breakpoint
CREATE INDEX `plays_time` ON `plays` (`played_at`,`id`);