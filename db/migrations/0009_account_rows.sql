CREATE INDEX `broadcasts_set` ON `broadcasts` (`set_id`);--> statement-breakpoint
CREATE INDEX `set_requests_requestor` ON `set_requests` (`requestor_id`);--> statement-breakpoint
CREATE INDEX `stage_log_actor` ON `stage_log` (`actor_id`);--> statement-breakpoint
CREATE INDEX `cheers_user` ON `cheers` (`user_id`);--> statement-breakpoint
CREATE INDEX `favorites_track` ON `favorites` (`track_id`);--> statement-breakpoint
CREATE INDEX `listens_listener` ON `listens` (`listener`);