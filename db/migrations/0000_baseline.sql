CREATE TABLE `email_changes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`old_confirmed_at` integer,
	`new_confirmed_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `erasures` (
	`user_id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`plan` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE TABLE `feedback` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `mail_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `outbox_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`headers` text DEFAULT '{}' NOT NULL,
	`at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_mails_unsent` ON `outbox_mails` (`sent_at`,`at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer DEFAULT 0 NOT NULL,
	`transports` text DEFAULT '[]' NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`sealed_secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`country` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `temporary_referrals` (
	`client_key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `toggle_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`email_notifications` integer DEFAULT true NOT NULL,
	`chat_notifications` integer DEFAULT true NOT NULL,
	`follower_notifications` integer DEFAULT true NOT NULL,
	`mention_notifications` integer DEFAULT true NOT NULL,
	`system_notifications` integer DEFAULT true NOT NULL,
	`room_notifications` integer DEFAULT true NOT NULL,
	`notifications` integer DEFAULT true NOT NULL,
	`booking_notifications` integer DEFAULT true NOT NULL,
	`chat_mails` integer DEFAULT true NOT NULL,
	`follower_mails` integer DEFAULT true NOT NULL,
	`mention_mails` integer DEFAULT true NOT NULL,
	`system_mails` integer DEFAULT true NOT NULL,
	`stage_mails` integer DEFAULT true NOT NULL,
	`performer_mails` integer DEFAULT true NOT NULL,
	`booking_mails` integer DEFAULT true NOT NULL,
	`mixcloud_personal` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`username_look` text,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`email_verified_at` integer,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`username_changed_at` integer,
	`banned_at` integer,
	`photo` text,
	`banner` text,
	`first` text DEFAULT '' NOT NULL,
	`last` text DEFAULT '' NOT NULL,
	`bio` text DEFAULT '' NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`title` text,
	`badge` text,
	`badge_name` text,
	`title_award_id` text,
	`badge_award_id` text,
	`performer_type` text,
	`is_performer` integer DEFAULT false NOT NULL,
	`has_passed_test` integer DEFAULT false NOT NULL,
	`is_manager` integer DEFAULT false NOT NULL,
	`is_operator` integer DEFAULT false NOT NULL,
	`controller` text DEFAULT '' NOT NULL,
	`program` text DEFAULT '' NOT NULL,
	`experience` text DEFAULT '' NOT NULL,
	`mixcloud_upload` integer DEFAULT false NOT NULL,
	`replay_visibility` text DEFAULT 'always' NOT NULL,
	`replay_download` integer DEFAULT true NOT NULL,
	`replay_feed` integer DEFAULT true NOT NULL,
	`badge_display_chat` integer DEFAULT true NOT NULL,
	`hide_follows` integer DEFAULT false NOT NULL,
	`hide_profile_stats` integer DEFAULT false NOT NULL,
	`hide_follows_player` integer DEFAULT false NOT NULL,
	`disable_dms` integer DEFAULT false NOT NULL,
	`referrer_id` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key_unique` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_look_unique` ON `users` (`username_look`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key_unique` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_referrer` ON `users` (`referrer_id`);--> statement-breakpoint
CREATE INDEX `users_performers` ON `users` (`created_at`,`id`) WHERE is_performer = 1 and has_passed_test = 1 and banned_at is null;--> statement-breakpoint
CREATE INDEX `users_banned` ON `users` (`banned_at`) WHERE banned_at is not null;--> statement-breakpoint
CREATE TABLE `announcements` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`retracted_at` integer,
	`told_at` integer
);
--> statement-breakpoint
CREATE TABLE `award_reviews` (
	`user_id` text PRIMARY KEY NOT NULL,
	`wanted_at` integer NOT NULL,
	`taken_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `award_reviews_wanted` ON `award_reviews` (`wanted_at`);--> statement-breakpoint
CREATE INDEX `award_reviews_taken` ON `award_reviews` (`taken_by`);--> statement-breakpoint
CREATE TABLE `awards` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`name` text NOT NULL,
	`musician_title` text NOT NULL,
	`musician_name` text NOT NULL,
	`badge` text,
	`is_general` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`note` text
);
--> statement-breakpoint
CREATE TABLE `user_awards` (
	`id` text PRIMARY KEY NOT NULL,
	`award_id` text NOT NULL,
	`user_id` text NOT NULL,
	`stage_id` text,
	`awarded_at` integer NOT NULL,
	`sets_played` integer DEFAULT 0 NOT NULL,
	`hours` integer DEFAULT 0 NOT NULL,
	`listens` integer DEFAULT 0 NOT NULL,
	`favorites` integer DEFAULT 0 NOT NULL,
	`cheers` integer DEFAULT 0 NOT NULL,
	`referrals` integer DEFAULT 0 NOT NULL,
	`told_at` integer,
	`is_manual` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`award_id`) REFERENCES `awards`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `user_awards_user` ON `user_awards` (`user_id`,`awarded_at`);--> statement-breakpoint
CREATE INDEX `user_awards_stage` ON `user_awards` (`stage_id`,`awarded_at`);--> statement-breakpoint
CREATE INDEX `user_awards_untold` ON `user_awards` (`id`) WHERE told_at is null;--> statement-breakpoint
CREATE TABLE `cities` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`search_name` text NOT NULL,
	`country` text NOT NULL,
	`region` text DEFAULT '' NOT NULL,
	`population` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cities_search` ON `cities` (`search_name`,`population`);--> statement-breakpoint
CREATE TABLE `linked_accounts` (
	`user_id` text NOT NULL,
	`party` text NOT NULL,
	`name` text NOT NULL,
	`token` text NOT NULL,
	`upload_tags` text NOT NULL,
	`upload_photo` text,
	`linked_at` integer NOT NULL,
	`refused_at` integer,
	`paused_at` integer,
	PRIMARY KEY(`user_id`, `party`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `mastodon_apps` (
	`host` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`client_secret` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `post_targets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`stage_id` text,
	`party` text NOT NULL,
	`name` text NOT NULL,
	`host` text,
	`secret` text NOT NULL,
	`on_live` integer DEFAULT true NOT NULL,
	`on_booking` integer DEFAULT false NOT NULL,
	`is_edited_at_end` integer DEFAULT false NOT NULL,
	`has_link` integer DEFAULT true NOT NULL,
	`live_text` text DEFAULT '' NOT NULL,
	`booking_text` text DEFAULT '' NOT NULL,
	`linked_at` integer NOT NULL,
	`refused_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "post_targets_owner" CHECK(("post_targets"."user_id" is null) <> ("post_targets"."stage_id" is null))
);
--> statement-breakpoint
CREATE INDEX `post_targets_user` ON `post_targets` (`user_id`);--> statement-breakpoint
CREATE INDEX `post_targets_stage` ON `post_targets` (`stage_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `post_targets_account` ON `post_targets` (`user_id`,`party`) WHERE "post_targets"."party" in ('twitter', 'bluesky', 'mastodon');--> statement-breakpoint
CREATE TABLE `uploads` (
	`replay_id` text NOT NULL,
	`party` text NOT NULL,
	`user_id` text NOT NULL,
	`set_id` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`unsure_since` integer,
	`bytes_sent` integer DEFAULT 0 NOT NULL,
	`bytes_total` integer DEFAULT 0 NOT NULL,
	`url` text,
	`error` text,
	`details` text,
	`requested_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`replay_id`, `party`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`,`requested_at`);--> statement-breakpoint
CREATE INDEX `uploads_due` ON `uploads` (`status`,`next_try_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`stage_id` text,
	`url` text NOT NULL,
	`secret` text NOT NULL,
	`events` text NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`disabled_reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhooks_owner" CHECK(("webhooks"."user_id" is null) <> ("webhooks"."stage_id" is null))
);
--> statement-breakpoint
CREATE INDEX `webhooks_user` ON `webhooks` (`user_id`);--> statement-breakpoint
CREATE INDEX `webhooks_stage` ON `webhooks` (`stage_id`);--> statement-breakpoint
CREATE TABLE `broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`stream_id` text NOT NULL,
	`stage_id` text,
	`performer_id` text,
	`set_id` text,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`performance` text,
	`peak_listeners` integer DEFAULT 0 NOT NULL,
	`harvest_due_at` integer,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`set_id`) REFERENCES `sets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `broadcasts_harvest` ON `broadcasts` (`harvest_due_at`) WHERE harvest_due_at is not null;--> statement-breakpoint
CREATE INDEX `broadcasts_stage` ON `broadcasts` (`stage_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `broadcasts_performer` ON `broadcasts` (`performer_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `broadcasts_set` ON `broadcasts` (`set_id`);--> statement-breakpoint
CREATE INDEX `broadcasts_time` ON `broadcasts` (`started_at`);--> statement-breakpoint
CREATE INDEX `broadcasts_peaks` ON `broadcasts` (`performer_id`,`stage_id`,`performance`,`set_id`,`id`,`peak_listeners`);--> statement-breakpoint
CREATE TABLE `ingest_credentials` (
	`mount` text PRIMARY KEY NOT NULL,
	`password` text NOT NULL,
	`kind` text NOT NULL,
	`owner_id` text NOT NULL,
	`stream_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`completed_at` integer
);
--> statement-breakpoint
CREATE INDEX `ingest_credentials_owner` ON `ingest_credentials` (`kind`,`owner_id`);--> statement-breakpoint
CREATE TABLE `chat_places` (
	`user_id` text NOT NULL,
	`room` text NOT NULL,
	PRIMARY KEY(`user_id`, `room`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `conversation_members` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`position` integer NOT NULL,
	`joined_at` integer NOT NULL,
	`after_seq` integer NOT NULL,
	`has_read` integer NOT NULL,
	`is_marked_unread` integer NOT NULL,
	`is_muted` integer NOT NULL,
	`muted_until` integer,
	`is_hidden` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversation_members_user` ON `conversation_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`direct_key` text,
	`name` text,
	`created_at` integer NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_at` integer NOT NULL,
	`last_message` text DEFAULT '' NOT NULL,
	`last_user_id` text,
	`version` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`last_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_direct_key_unique` ON `conversations` (`direct_key`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_hash`) REFERENCES `sessions`(`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_hash`);--> statement-breakpoint
CREATE TABLE `quiet_hours` (
	`user_id` text PRIMARY KEY NOT NULL,
	`from_minute` integer NOT NULL,
	`to_minute` integer NOT NULL,
	`time_zone` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `untold_notices` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`about_id` text,
	`notice` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`about_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `untold_notices_age` ON `untold_notices` (`created_at`);--> statement-breakpoint
CREATE INDEX `untold_notices_about` ON `untold_notices` (`about_id`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`user_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `follows` (
	`user_id` text NOT NULL,
	`following_id` text NOT NULL,
	`has_alert` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `following_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`following_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `follows_following` ON `follows` (`following_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `follows_told` ON `follows` (`following_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `follows_user` ON `follows` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text,
	`offender_id` text NOT NULL,
	`offense_code` integer NOT NULL,
	`created_at` integer NOT NULL,
	`day` integer NOT NULL,
	`settled_at` integer,
	`outcome` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`offender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_pair_day` ON `reports` (`reporter_id`,`offender_id`,`day`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`settled_at`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_offender` ON `reports` (`offender_id`);--> statement-breakpoint
CREATE TABLE `pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pictures_owner` ON `pictures` (`owner_id`,`kind`);--> statement-breakpoint
CREATE TABLE `artists` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`photo` text,
	`photo_credit` text,
	`photo_asked_at` integer,
	`photo_removed_at` integer,
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
	`isrc` text,
	`composer` text,
	`publisher` text,
	`catalogue_number` text,
	`label_code` text,
	`duration_ms` integer,
	`musicbrainz` text,
	`musicbrainz_asked_at` integer,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `recordings_isrc` ON `recordings` (`isrc`);--> statement-breakpoint
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
	`musicbrainz` text,
	PRIMARY KEY(`track_id`, `artist_id`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `artists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `tracks_artists_artist` ON `tracks_artists` (`artist_id`);--> statement-breakpoint
CREATE TABLE `replay_listens` (
	`replay_id` text NOT NULL,
	`listener` text NOT NULL,
	`listened_at` integer NOT NULL,
	PRIMARY KEY(`replay_id`, `listener`),
	FOREIGN KEY (`replay_id`) REFERENCES `replays`(`id`) ON UPDATE cascade ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `replay_listens_listener` ON `replay_listens` (`listener`);--> statement-breakpoint
CREATE TABLE `replays` (
	`id` text PRIMARY KEY NOT NULL,
	`performance` text NOT NULL,
	`room` text NOT NULL,
	`stage_id` text,
	`performer_id` text,
	`set_id` text,
	`status` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`duration_ms` integer DEFAULT 0 NOT NULL,
	`opus_bytes` integer DEFAULT 0 NOT NULL,
	`mp3_bytes` integer DEFAULT 0 NOT NULL,
	`visibility` text NOT NULL,
	`may_download` integer NOT NULL,
	`is_in_feed` integer NOT NULL,
	`listen_count` integer DEFAULT 0 NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `replays_performance_unique` ON `replays` (`performance`);--> statement-breakpoint
CREATE INDEX `replays_set` ON `replays` (`set_id`);--> statement-breakpoint
CREATE INDEX `replays_performer` ON `replays` (`performer_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `replays_stage` ON `replays` (`stage_id`,`started_at`);--> statement-breakpoint
CREATE INDEX `replays_status` ON `replays` (`status`,`ended_at`);--> statement-breakpoint
CREATE TABLE `set_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text DEFAULT 'booking' NOT NULL,
	`set_id` text,
	`from_starts_at` integer,
	`from_ends_at` integer,
	`stage_id` text NOT NULL,
	`performer_id` text NOT NULL,
	`requestor_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`weeks` integer DEFAULT 1 NOT NULL,
	`time_zone` text NOT NULL,
	`mixcloud` integer DEFAULT false NOT NULL,
	`mixcloud_name` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`set_id`) REFERENCES `sets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`performer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requestor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `set_requests_stage` ON `set_requests` (`stage_id`,`status`);--> statement-breakpoint
CREATE INDEX `set_requests_performer` ON `set_requests` (`performer_id`,`status`);--> statement-breakpoint
CREATE INDEX `set_requests_requestor` ON `set_requests` (`requestor_id`);--> statement-breakpoint
CREATE INDEX `set_requests_set` ON `set_requests` (`set_id`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `set_requests_change` ON `set_requests` (`set_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `set_requests_open` ON `set_requests` (`status`,`starts_at`);--> statement-breakpoint
CREATE TABLE `sets` (
	`id` text PRIMARY KEY NOT NULL,
	`stage_id` text NOT NULL,
	`performer_id` text NOT NULL,
	`request_id` text,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`status` text DEFAULT 'accepted' NOT NULL,
	`created_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`changed_at` integer,
	`changed_by` text,
	`mixcloud` integer DEFAULT false NOT NULL,
	`mixcloud_name` text DEFAULT '' NOT NULL,
	`peak_listeners` integer DEFAULT 0 NOT NULL,
	`tip_total` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`performer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`changed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `sets_stage_time` ON `sets` (`stage_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `sets_performer_time` ON `sets` (`performer_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `sets_time` ON `sets` (`starts_at`);--> statement-breakpoint
CREATE INDEX `sets_request` ON `sets` (`request_id`);--> statement-breakpoint
CREATE INDEX `sets_changed_by` ON `sets` (`changed_by`);--> statement-breakpoint
CREATE TABLE `stage_chats` (
	`stage_id` text PRIMARY KEY NOT NULL,
	`slow_seconds` integer DEFAULT 0 NOT NULL,
	`has_links` integer DEFAULT true NOT NULL,
	`blocked_words` text DEFAULT '[]' NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `stage_log` (
	`id` text PRIMARY KEY NOT NULL,
	`stage_id` text NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`details` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `stage_log_stage` ON `stage_log` (`stage_id`,`at`);--> statement-breakpoint
CREATE INDEX `stage_log_actor` ON `stage_log` (`actor_id`);--> statement-breakpoint
CREATE TABLE `stage_managers` (
	`stage_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`stage_id`, `user_id`),
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stage_managers_user` ON `stage_managers` (`user_id`);--> statement-breakpoint
CREATE TABLE `stage_members` (
	`id` text PRIMARY KEY NOT NULL,
	`stage_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_id` text,
	`allows_naming` integer DEFAULT false NOT NULL,
	`is_playing` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`role_id`) REFERENCES `stage_roles`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stage_members_pair` ON `stage_members` (`stage_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `stage_members_user` ON `stage_members` (`user_id`);--> statement-breakpoint
CREATE INDEX `stage_members_role` ON `stage_members` (`role_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `stage_members_playing` ON `stage_members` (`stage_id`) WHERE is_playing = 1;--> statement-breakpoint
CREATE TABLE `stage_restrictions` (
	`stage_id` text NOT NULL,
	`user_id` text NOT NULL,
	`until` integer,
	`by_id` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`stage_id`, `user_id`),
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `stage_restrictions_latest` ON `stage_restrictions` (`stage_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `stage_restrictions_user` ON `stage_restrictions` (`user_id`);--> statement-breakpoint
CREATE INDEX `stage_restrictions_by` ON `stage_restrictions` (`by_id`);--> statement-breakpoint
CREATE TABLE `stage_roles` (
	`id` text PRIMARY KEY NOT NULL,
	`stage_id` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stage_roles_stage` ON `stage_roles` (`stage_id`);--> statement-breakpoint
CREATE TABLE `stage_subscriptions` (
	`stage_id` text NOT NULL,
	`user_id` text NOT NULL,
	`has_alert` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`stage_id`, `user_id`),
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stage_subscriptions_user` ON `stage_subscriptions` (`user_id`);--> statement-breakpoint
CREATE TABLE `stages` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`genre` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`thumbnail` text,
	`custom_url` text,
	`is_instant` integer DEFAULT false NOT NULL,
	`is_weekly` integer DEFAULT false NOT NULL,
	`has_auto_approve` integer DEFAULT false NOT NULL,
	`is_members_only` integer DEFAULT false NOT NULL,
	`keeps_replays` integer DEFAULT true NOT NULL,
	`stream_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_streamed_at` integer,
	`archived_at` integer,
	`deleted_at` integer,
	`erased_at` integer,
	`listen_count` integer DEFAULT 0 NOT NULL,
	`subscriber_count` integer DEFAULT 0 NOT NULL,
	`favorite_count` integer DEFAULT 0 NOT NULL,
	`cheer_count` integer DEFAULT 0 NOT NULL,
	`set_count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `stages_custom_url_unique` ON `stages` (`custom_url`);--> statement-breakpoint
CREATE UNIQUE INDEX `stages_stream_id_unique` ON `stages` (`stream_id`);--> statement-breakpoint
CREATE TABLE `tip_sums` (
	`to_wallet` text NOT NULL,
	`set_id` text NOT NULL,
	`month` text NOT NULL,
	`tips` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`to_wallet`, `set_id`, `month`)
);
--> statement-breakpoint
CREATE TABLE `tips` (
	`id` text PRIMARY KEY NOT NULL,
	`from_wallet` text NOT NULL,
	`to_wallet` text NOT NULL,
	`amount` integer NOT NULL,
	`stage_id` text,
	`set_id` text,
	`broadcast_id` text,
	`play_id` text,
	`media_at` integer,
	`is_hidden` integer DEFAULT false NOT NULL,
	`tipped_at` integer NOT NULL,
	`reversed` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`stage_id`) REFERENCES `stages`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "tips_amounts" CHECK(amount > 0 and reversed between 0 and amount)
);
--> statement-breakpoint
CREATE INDEX `tips_from` ON `tips` (`from_wallet`,`tipped_at`);--> statement-breakpoint
CREATE INDEX `tips_to` ON `tips` (`to_wallet`,`tipped_at`);--> statement-breakpoint
CREATE INDEX `tips_set` ON `tips` (`set_id`,`tipped_at`);--> statement-breakpoint
CREATE INDEX `tips_broadcast` ON `tips` (`broadcast_id`,`tipped_at`);--> statement-breakpoint
CREATE INDEX `tips_at` ON `tips` (`tipped_at`);--> statement-breakpoint
CREATE TABLE `token_acts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`details` text NOT NULL,
	`reason` text NOT NULL,
	`operator_id` text,
	`at` integer NOT NULL,
	`state` text NOT NULL,
	`second_operator_id` text,
	`decided_at` integer
);
--> statement-breakpoint
CREATE INDEX `token_acts_at` ON `token_acts` (`at`);--> statement-breakpoint
CREATE INDEX `token_acts_waiting` ON `token_acts` (`at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `token_check` (
	`id` integer PRIMARY KEY NOT NULL,
	`checked_at` integer NOT NULL,
	`drift` text NOT NULL,
	`complete_since` integer,
	`excess` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `token_claims` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`created_at` integer NOT NULL,
	`ripe_at` integer,
	`held_at` integer,
	`expires_at` integer,
	`claimed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "token_claims_amounts" CHECK(amount > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `token_claims_once` ON `token_claims` (`kind`,`source`);--> statement-breakpoint
CREATE INDEX `token_claims_user` ON `token_claims` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `token_claims_unripe` ON `token_claims` (`created_at`) WHERE state = 'waiting' and ripe_at is null;--> statement-breakpoint
CREATE INDEX `token_claims_ripe` ON `token_claims` (`ripe_at`);--> statement-breakpoint
CREATE INDEX `token_claims_open` ON `token_claims` (`state`) WHERE state in ('waiting', 'claiming');--> statement-breakpoint
CREATE TABLE `token_log` (
	`seq` integer PRIMARY KEY NOT NULL,
	`wallet_id` text NOT NULL,
	`size` integer NOT NULL,
	`head` text NOT NULL,
	`at` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `token_log_wallet` ON `token_log` (`wallet_id`,`seq`);--> statement-breakpoint
CREATE TABLE `token_reviews` (
	`user_id` text PRIMARY KEY NOT NULL,
	`wanted_at` integer NOT NULL,
	`changes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `token_reviews_wanted` ON `token_reviews` (`wanted_at`);--> statement-breakpoint
CREATE TABLE `wallets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`address` text,
	`public_key` text,
	`created_at` integer NOT NULL,
	`spendable` integer DEFAULT 0 NOT NULL,
	`outgoing` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`received` integer DEFAULT 0 NOT NULL,
	`issued` integer DEFAULT 0 NOT NULL,
	`retired` integer DEFAULT 0 NOT NULL,
	`size` integer DEFAULT 0 NOT NULL,
	`head` text DEFAULT '' NOT NULL,
	`changed_at` integer,
	`logged_size` integer DEFAULT 0 NOT NULL,
	`frozen_at` integer,
	`frozen_reason` text,
	`closed_at` integer,
	`checked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "wallets_never_negative" CHECK(spendable >= 0 and outgoing >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `wallets_user_id_unique` ON `wallets` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `wallets_address_unique` ON `wallets` (`address`);--> statement-breakpoint
CREATE INDEX `wallets_unlogged` ON `wallets` (`changed_at`) WHERE size > logged_size;--> statement-breakpoint
CREATE INDEX `wallets_checked` ON `wallets` (`checked_at`);--> statement-breakpoint
CREATE INDEX `wallets_frozen` ON `wallets` (`frozen_at`) WHERE frozen_at is not null;--> statement-breakpoint
CREATE TABLE `acoustid_fingerprints` (
	`reference_id` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`reference_id`) REFERENCES `track_references`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `acoustid_fingerprints_due` ON `acoustid_fingerprints` (`due_at`);--> statement-breakpoint
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
	`performance` text,
	`line` text,
	`starts_at` integer,
	`witnesses` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`indexed_at` integer,
	`acoustid_asked_at` integer,
	`musicbrainz` text,
	`expires_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `track_references_owner` ON `track_references` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `track_references_track` ON `track_references` (`track_id`);--> statement-breakpoint
CREATE INDEX `track_references_digest` ON `track_references` (`digest`);--> statement-breakpoint
CREATE INDEX `track_references_performance` ON `track_references` (`performance`);--> statement-breakpoint
CREATE INDEX `track_references_indexed` ON `track_references` (`indexed_at`);--> statement-breakpoint
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
CREATE TABLE `cheers` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`stage_id` text,
	`performer_id` text,
	`set_id` text,
	`track_id` text,
	`play_id` text,
	`cheered_at` integer NOT NULL,
	`media_at` integer,
	`given_to` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `cheers_user` ON `cheers` (`user_id`);--> statement-breakpoint
CREATE INDEX `cheers_stage` ON `cheers` (`stage_id`,`cheered_at`);--> statement-breakpoint
CREATE INDEX `cheers_set` ON `cheers` (`set_id`,`cheered_at`);--> statement-breakpoint
CREATE INDEX `cheers_performer` ON `cheers` (`performer_id`,`cheered_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `cheers_play` ON `cheers` (`play_id`);--> statement-breakpoint
CREATE INDEX `cheers_given` ON `cheers` (`given_to`);--> statement-breakpoint
CREATE INDEX `cheers_track` ON `cheers` (`track_id`,`stage_id`);--> statement-breakpoint
CREATE TABLE `favorites` (
	`user_id` text NOT NULL,
	`track_id` text NOT NULL,
	`play_id` text,
	`set_id` text,
	`performer_id` text,
	`stage_id` text,
	`created_at` integer NOT NULL,
	`media_at` integer,
	`given_to` text,
	PRIMARY KEY(`user_id`, `track_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `favorites_user_time` ON `favorites` (`user_id`,`created_at`,`track_id`);--> statement-breakpoint
CREATE INDEX `favorites_play` ON `favorites` (`play_id`);--> statement-breakpoint
CREATE INDEX `favorites_given` ON `favorites` (`given_to`);--> statement-breakpoint
CREATE INDEX `favorites_stage` ON `favorites` (`stage_id`);--> statement-breakpoint
CREATE INDEX `favorites_set` ON `favorites` (`set_id`);--> statement-breakpoint
CREATE INDEX `favorites_performer` ON `favorites` (`performer_id`,`created_at`,`stage_id`);--> statement-breakpoint
CREATE INDEX `favorites_track` ON `favorites` (`track_id`,`stage_id`,`play_id`);--> statement-breakpoint
CREATE TABLE `listens` (
	`performance` text NOT NULL,
	`listener` text NOT NULL,
	`stage_id` text,
	`performer_id` text,
	`set_id` text,
	`listened_at` integer NOT NULL,
	PRIMARY KEY(`performance`, `listener`)
);
--> statement-breakpoint
CREATE INDEX `listens_stage` ON `listens` (`stage_id`);--> statement-breakpoint
CREATE INDEX `listens_performer` ON `listens` (`performer_id`);--> statement-breakpoint
CREATE INDEX `listens_listener` ON `listens` (`listener`);--> statement-breakpoint
CREATE TABLE `plays` (
	`id` text PRIMARY KEY NOT NULL,
	`track_id` text NOT NULL,
	`broadcast_id` text NOT NULL,
	`stage_id` text,
	`set_id` text,
	`performer_id` text,
	`played_at` integer NOT NULL,
	`listen_count` integer DEFAULT 0 NOT NULL,
	`listeners` integer DEFAULT 0 NOT NULL,
	`ended_at` integer,
	`source` text DEFAULT 'encoder' NOT NULL,
	`confidence` text DEFAULT 'named' NOT NULL,
	`hidden_until` integer,
	`is_removed` integer DEFAULT false NOT NULL,
	`part_of` text,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `plays_stage` ON `plays` (`stage_id`,`played_at`,`id`);--> statement-breakpoint
CREATE INDEX `plays_performer` ON `plays` (`performer_id`,`played_at`,`id`);--> statement-breakpoint
CREATE INDEX `plays_track` ON `plays` (`track_id`,`played_at`);--> statement-breakpoint
CREATE INDEX `plays_set` ON `plays` (`set_id`,`played_at`);--> statement-breakpoint
CREATE INDEX `plays_time` ON `plays` (`played_at`,`id`);--> statement-breakpoint
CREATE TABLE `tracks` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`key_version` integer DEFAULT 0 NOT NULL,
	`artist` text NOT NULL,
	`title` text NOT NULL,
	`spotify` text,
	`spotify_asked_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_key_unique` ON `tracks` (`key`);--> statement-breakpoint
CREATE INDEX `tracks_key_version` ON `tracks` (`key_version`);
--> statement-breakpoint
-- Search. People, tracks, stages and sets are found by the beginnings of words, whatever the case and the accents.
-- Each index reads a view that prepares the words; `toIndexed` in `db/full-text.ts` prepares a query in the same way.
-- The tokenizer drops the accents of Latin letters only. Of Greek, Cyrillic and stroked letters, the n-th letter of
-- `marked` is indexed as the n-th letter of `unmarked`. Scripts without spaces (Thai, Lao, Tibetan, Burmese, Khmer,
-- Chinese, Japanese) have no words: the views put spaces around each of their characters, so that any run of
-- characters is a phrase.
-- Triggers keep the indexes up to date. A migration that rebuilds `users`, `tracks`, `stages` or `sets` must create
-- the triggers of that table again and then rebuild its index:
-- INSERT INTO `person_search`(`person_search`) VALUES ('rebuild').
CREATE VIEW `search_letters` AS SELECT
	'ĐđĦħŁłØøŦŧıʹΆΈΉΊΌΎΏΐΪΫάέήίΰϊϋόύώϓϔЀЁЃЇЌЍЎЙйѐёѓїќѝўѶѷӁӂӐӑӒӓӖӗӚӛӜӝӞӟӢӣӤӥӦӧӪӫӬӭӮӯӰӱӲӳӴӵӸӹἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏἐἑἒἓἔἕἘἙἚἛἜἝἠἡἢἣἤἥἦἧἨἩἪἫἬἭἮἯἰἱἲἳἴἵἶἷἸἹἺἻἼἽἾἿὀὁὂὃὄὅὈὉὊὋὌὍὐὑὒὓὔὕὖὗὙὛὝὟὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὰάὲέὴήὶίὸόὺύὼώᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯᾰᾱᾲᾳᾴᾶᾷᾸᾹᾺΆᾼιῂῃῄῆῇῈΈῊΉῌῐῑῒΐῖῗῘῙῚΊῠῡῢΰῤῥῦῧῨῩῪΎῬῲῳῴῶῷῸΌῺΏῼ' AS `marked`,
	'DdHhLlOoTtiʹΑΕΗΙΟΥΩιΙΥαεηιυιυουωϒϒЕЕГІКИУИиеегікиуѴѵЖжАаАаЕеӘәЖжЗзИиИиОоӨөЭэУуУуУуЧчЫыααααααααΑΑΑΑΑΑΑΑεεεεεεΕΕΕΕΕΕηηηηηηηηΗΗΗΗΗΗΗΗιιιιιιιιΙΙΙΙΙΙΙΙοοοοοοΟΟΟΟΟΟυυυυυυυυΥΥΥΥωωωωωωωωΩΩΩΩΩΩΩΩααεεηηιιοουυωωααααααααΑΑΑΑΑΑΑΑηηηηηηηηΗΗΗΗΗΗΗΗωωωωωωωωΩΩΩΩΩΩΩΩαααααααΑΑΑΑΑιηηηηηΕΕΗΗΗιιιιιιΙΙΙΙυυυυρρυυΥΥΥΥΡωωωωωΟΟΩΩΩ' AS `unmarked`;
--> statement-breakpoint
CREATE VIEW `person_words` AS SELECT `rowid` AS `id`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `users`.`username_key`, ''
			UNION ALL
			SELECT substr(rest, 2), words || CASE
				WHEN unicode(rest) < 0x00D8 THEN substr(rest, 1, 1)
				WHEN unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
					OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
					OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF
					THEN ' ' || substr(rest, 1, 1) || ' '
				WHEN instr(marked, substr(rest, 1, 1)) THEN substr(unmarked, instr(marked, substr(rest, 1, 1)), 1)
				ELSE substr(rest, 1, 1)
			END
			FROM spaced, `search_letters` WHERE rest <> ''
		)
		SELECT words FROM spaced WHERE rest = ''
	) AS `username_key`
FROM `users`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `person_search` USING fts5(
	username_key,
	content='person_words',
	content_rowid='id',
	tokenize="unicode61 remove_diacritics 2 categories 'L* N* M* Co'",
	prefix='1 2 3'
);
--> statement-breakpoint
-- Deleted words leave no trace in the index.
INSERT INTO `person_search`(`person_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER `person_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO `person_search`(`rowid`, `username_key`) SELECT `id`, `username_key` FROM `person_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
-- Before the delete or update: the view must still hold the words that the index removes.
CREATE TRIGGER `person_search_delete` BEFORE DELETE ON `users` BEGIN
	INSERT INTO `person_search`(`person_search`, `rowid`, `username_key`) SELECT 'delete', `id`, `username_key` FROM `person_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `person_search_change` BEFORE UPDATE OF `username_key` ON `users` BEGIN
	INSERT INTO `person_search`(`person_search`, `rowid`, `username_key`) SELECT 'delete', `id`, `username_key` FROM `person_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `person_search_changed` AFTER UPDATE OF `username_key` ON `users` BEGIN
	INSERT INTO `person_search`(`rowid`, `username_key`) SELECT `id`, `username_key` FROM `person_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
CREATE VIEW `track_words` AS SELECT `rowid` AS `id`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `tracks`.`title`, ''
			UNION ALL
			SELECT substr(rest, 2), words || CASE
				WHEN unicode(rest) < 0x00D8 THEN substr(rest, 1, 1)
				WHEN unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
					OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
					OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF
					THEN ' ' || substr(rest, 1, 1) || ' '
				WHEN instr(marked, substr(rest, 1, 1)) THEN substr(unmarked, instr(marked, substr(rest, 1, 1)), 1)
				ELSE substr(rest, 1, 1)
			END
			FROM spaced, `search_letters` WHERE rest <> ''
		)
		SELECT words FROM spaced WHERE rest = ''
	) AS `title`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `tracks`.`artist`, ''
			UNION ALL
			SELECT substr(rest, 2), words || CASE
				WHEN unicode(rest) < 0x00D8 THEN substr(rest, 1, 1)
				WHEN unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
					OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
					OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF
					THEN ' ' || substr(rest, 1, 1) || ' '
				WHEN instr(marked, substr(rest, 1, 1)) THEN substr(unmarked, instr(marked, substr(rest, 1, 1)), 1)
				ELSE substr(rest, 1, 1)
			END
			FROM spaced, `search_letters` WHERE rest <> ''
		)
		SELECT words FROM spaced WHERE rest = ''
	) AS `artist`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `tracks`.`key`, ''
			UNION ALL
			SELECT substr(rest, 2), words || CASE
				WHEN unicode(rest) < 0x00D8 THEN substr(rest, 1, 1)
				WHEN unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
					OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
					OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF
					THEN ' ' || substr(rest, 1, 1) || ' '
				WHEN instr(marked, substr(rest, 1, 1)) THEN substr(unmarked, instr(marked, substr(rest, 1, 1)), 1)
				ELSE substr(rest, 1, 1)
			END
			FROM spaced, `search_letters` WHERE rest <> ''
		)
		SELECT words FROM spaced WHERE rest = ''
	) AS `key`
FROM `tracks`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `track_search` USING fts5(
	title,
	artist,
	key,
	content='track_words',
	content_rowid='id',
	tokenize="unicode61 remove_diacritics 2 categories 'L* N* M* Co'",
	prefix='1 2 3'
);
--> statement-breakpoint
INSERT INTO `track_search`(`track_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER `track_search_insert` AFTER INSERT ON `tracks` BEGIN
	INSERT INTO `track_search`(`rowid`, `title`, `artist`, `key`) SELECT `id`, `title`, `artist`, `key` FROM `track_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `track_search_delete` BEFORE DELETE ON `tracks` BEGIN
	INSERT INTO `track_search`(`track_search`, `rowid`, `title`, `artist`, `key`) SELECT 'delete', `id`, `title`, `artist`, `key` FROM `track_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `track_search_change` BEFORE UPDATE OF `title`, `artist`, `key` ON `tracks` BEGIN
	INSERT INTO `track_search`(`track_search`, `rowid`, `title`, `artist`, `key`) SELECT 'delete', `id`, `title`, `artist`, `key` FROM `track_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `track_search_changed` AFTER UPDATE OF `title`, `artist`, `key` ON `tracks` BEGIN
	INSERT INTO `track_search`(`rowid`, `title`, `artist`, `key`) SELECT `id`, `title`, `artist`, `key` FROM `track_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
CREATE VIEW `stage_words` AS SELECT `rowid` AS `id`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `stages`.`name`, ''
			UNION ALL
			SELECT substr(rest, 2), words || CASE
				WHEN unicode(rest) < 0x00D8 THEN substr(rest, 1, 1)
				WHEN unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
					OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
					OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF
					THEN ' ' || substr(rest, 1, 1) || ' '
				WHEN instr(marked, substr(rest, 1, 1)) THEN substr(unmarked, instr(marked, substr(rest, 1, 1)), 1)
				ELSE substr(rest, 1, 1)
			END
			FROM spaced, `search_letters` WHERE rest <> ''
		)
		SELECT words FROM spaced WHERE rest = ''
	) AS `name`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `stages`.`genre`, ''
			UNION ALL
			SELECT substr(rest, 2), words || CASE
				WHEN unicode(rest) < 0x00D8 THEN substr(rest, 1, 1)
				WHEN unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
					OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
					OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF
					THEN ' ' || substr(rest, 1, 1) || ' '
				WHEN instr(marked, substr(rest, 1, 1)) THEN substr(unmarked, instr(marked, substr(rest, 1, 1)), 1)
				ELSE substr(rest, 1, 1)
			END
			FROM spaced, `search_letters` WHERE rest <> ''
		)
		SELECT words FROM spaced WHERE rest = ''
	) AS `genre`
FROM `stages`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `stage_search` USING fts5(
	name,
	genre,
	content='stage_words',
	content_rowid='id',
	tokenize="unicode61 remove_diacritics 2 categories 'L* N* M* Co'",
	prefix='1 2 3'
);
--> statement-breakpoint
INSERT INTO `stage_search`(`stage_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER `stage_search_insert` AFTER INSERT ON `stages` BEGIN
	INSERT INTO `stage_search`(`rowid`, `name`, `genre`) SELECT `id`, `name`, `genre` FROM `stage_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_search_delete` BEFORE DELETE ON `stages` BEGIN
	INSERT INTO `stage_search`(`stage_search`, `rowid`, `name`, `genre`) SELECT 'delete', `id`, `name`, `genre` FROM `stage_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_search_change` BEFORE UPDATE OF `name`, `genre` ON `stages` BEGIN
	INSERT INTO `stage_search`(`stage_search`, `rowid`, `name`, `genre`) SELECT 'delete', `id`, `name`, `genre` FROM `stage_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_search_changed` AFTER UPDATE OF `name`, `genre` ON `stages` BEGIN
	INSERT INTO `stage_search`(`rowid`, `name`, `genre`) SELECT `id`, `name`, `genre` FROM `stage_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
CREATE VIEW `set_words` AS SELECT `rowid` AS `id`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `sets`.`name`, ''
			UNION ALL
			SELECT substr(rest, 2), words || CASE
				WHEN unicode(rest) < 0x00D8 THEN substr(rest, 1, 1)
				WHEN unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
					OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
					OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF
					THEN ' ' || substr(rest, 1, 1) || ' '
				WHEN instr(marked, substr(rest, 1, 1)) THEN substr(unmarked, instr(marked, substr(rest, 1, 1)), 1)
				ELSE substr(rest, 1, 1)
			END
			FROM spaced, `search_letters` WHERE rest <> ''
		)
		SELECT words FROM spaced WHERE rest = ''
	) AS `name`
FROM `sets`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `set_search` USING fts5(
	name,
	content='set_words',
	content_rowid='id',
	tokenize="unicode61 remove_diacritics 2 categories 'L* N* M* Co'",
	prefix='1 2 3'
);
--> statement-breakpoint
INSERT INTO `set_search`(`set_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE TRIGGER `set_search_insert` AFTER INSERT ON `sets` BEGIN
	INSERT INTO `set_search`(`rowid`, `name`) SELECT `id`, `name` FROM `set_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `set_search_delete` BEFORE DELETE ON `sets` BEGIN
	INSERT INTO `set_search`(`set_search`, `rowid`, `name`) SELECT 'delete', `id`, `name` FROM `set_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `set_search_change` BEFORE UPDATE OF `name` ON `sets` BEGIN
	INSERT INTO `set_search`(`set_search`, `rowid`, `name`) SELECT 'delete', `id`, `name` FROM `set_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `set_search_changed` AFTER UPDATE OF `name` ON `sets` BEGIN
	INSERT INTO `set_search`(`rowid`, `name`) SELECT `id`, `name` FROM `set_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
-- Award reviews. Every write that can earn an award puts its person into `award_reviews`, in the same transaction. A
-- review that was started before the write is no longer valid, so `taken_by` is cleared.
CREATE TRIGGER `award_reviews_users_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` IN (new.`id`, new.`referrer_id`)
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `award_reviews_users_referrer` AFTER UPDATE OF `referrer_id` ON `users` WHEN new.`referrer_id` IS NOT NULL BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`referrer_id`
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `award_reviews_broadcasts_insert` AFTER INSERT ON `broadcasts` WHEN new.`ended_at` IS NOT NULL BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`performer_id`
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `award_reviews_broadcasts_end` AFTER UPDATE OF `ended_at`, `peak_listeners` ON `broadcasts` WHEN new.`ended_at` IS NOT NULL BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`performer_id`
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `award_reviews_favorites` AFTER INSERT ON `favorites` BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` IN (new.`user_id`, new.`performer_id`)
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `award_reviews_cheers` AFTER INSERT ON `cheers` BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` IN (new.`user_id`, new.`performer_id`)
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `award_reviews_listens` AFTER INSERT ON `listens` BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`listener`
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `award_reviews_subscriptions` AFTER INSERT ON `stage_subscriptions` BEGIN
	INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`user_id`
	ON CONFLICT (`user_id`) DO UPDATE SET `taken_by` = NULL WHERE `taken_by` IS NOT NULL;
END;
--> statement-breakpoint
-- Totals of stages. Triggers keep them. A migration that rebuilds one of these tables must create its triggers again and
-- then count anew: UPDATE `stages` SET `listen_count` = (SELECT count(*) FROM `listens` WHERE `stage_id` = `stages`.`id`),
-- the same for `subscriber_count`, `favorite_count` and `cheer_count`, and
-- `set_count` = (SELECT count(DISTINCT `set_id`) FROM `broadcasts` WHERE `stage_id` = `stages`.`id`).
CREATE TRIGGER `stage_totals_listens_insert` AFTER INSERT ON `listens` WHEN new.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `listen_count` = `listen_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_listens_delete` AFTER DELETE ON `listens` WHEN old.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `listen_count` = `listen_count` - 1 WHERE `id` = old.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_listens_update` AFTER UPDATE OF `stage_id` ON `listens` WHEN new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `listen_count` = `listen_count` - 1 WHERE `id` = old.`stage_id`;
	UPDATE `stages` SET `listen_count` = `listen_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_stage_subscriptions_insert` AFTER INSERT ON `stage_subscriptions` WHEN new.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `subscriber_count` = `subscriber_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_stage_subscriptions_delete` AFTER DELETE ON `stage_subscriptions` WHEN old.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `subscriber_count` = `subscriber_count` - 1 WHERE `id` = old.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_stage_subscriptions_update` AFTER UPDATE OF `stage_id` ON `stage_subscriptions` WHEN new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `subscriber_count` = `subscriber_count` - 1 WHERE `id` = old.`stage_id`;
	UPDATE `stages` SET `subscriber_count` = `subscriber_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_favorites_insert` AFTER INSERT ON `favorites` WHEN new.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `favorite_count` = `favorite_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_favorites_delete` AFTER DELETE ON `favorites` WHEN old.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `favorite_count` = `favorite_count` - 1 WHERE `id` = old.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_favorites_update` AFTER UPDATE OF `stage_id` ON `favorites` WHEN new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `favorite_count` = `favorite_count` - 1 WHERE `id` = old.`stage_id`;
	UPDATE `stages` SET `favorite_count` = `favorite_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_cheers_insert` AFTER INSERT ON `cheers` WHEN new.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `cheer_count` = `cheer_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_cheers_delete` AFTER DELETE ON `cheers` WHEN old.`stage_id` IS NOT NULL BEGIN
	UPDATE `stages` SET `cheer_count` = `cheer_count` - 1 WHERE `id` = old.`stage_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_cheers_update` AFTER UPDATE OF `stage_id` ON `cheers` WHEN new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `cheer_count` = `cheer_count` - 1 WHERE `id` = old.`stage_id`;
	UPDATE `stages` SET `cheer_count` = `cheer_count` + 1 WHERE `id` = new.`stage_id`;
END;
--> statement-breakpoint
-- A set counts once, however many broadcasts it had.
CREATE TRIGGER `stage_totals_broadcasts_insert` AFTER INSERT ON `broadcasts` BEGIN
	UPDATE `stages` SET `set_count` = `set_count` + 1 WHERE `id` = new.`stage_id` AND new.`set_id` IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `broadcasts` WHERE `set_id` = new.`set_id` AND `stage_id` = new.`stage_id` AND `id` <> new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_broadcasts_delete` AFTER DELETE ON `broadcasts` BEGIN
	UPDATE `stages` SET `set_count` = `set_count` - 1 WHERE `id` = old.`stage_id` AND old.`set_id` IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `broadcasts` WHERE `set_id` = old.`set_id` AND `stage_id` = old.`stage_id` AND `id` <> old.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `stage_totals_broadcasts_update` AFTER UPDATE OF `set_id`, `stage_id` ON `broadcasts`
WHEN new.`set_id` IS NOT old.`set_id` OR new.`stage_id` IS NOT old.`stage_id` BEGIN
	UPDATE `stages` SET `set_count` = `set_count` - 1 WHERE `id` = old.`stage_id` AND old.`set_id` IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `broadcasts` WHERE `set_id` = old.`set_id` AND `stage_id` = old.`stage_id` AND `id` <> old.`id`);
	UPDATE `stages` SET `set_count` = `set_count` + 1 WHERE `id` = new.`stage_id` AND new.`set_id` IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `broadcasts` WHERE `set_id` = new.`set_id` AND `stage_id` = new.`stage_id` AND `id` <> new.`id`);
END;
--> statement-breakpoint
-- The awards that can be earned. `position` leaves room for others in between; the badges are in public/badges, and
-- what is granted for what is in app/domains/awards/rules.ts.
INSERT INTO `awards` (`id`, `title`, `name`, `musician_title`, `musician_name`, `badge`, `is_general`, `position`, `note`) VALUES
	('first-set', 'Opener', 'First set on a stage', 'Opening Act', 'First performance on a stage', '/badges/first-set.svg', 1, 10, NULL),
	('ten-sets', 'Resident', '10 sets played', 'In Residence', '10 performances played', '/badges/ten-sets.svg', 1, 20, NULL),
	('fifty-sets', 'Headliner', '50 sets played', 'Top of the Bill', '50 performances played', '/badges/fifty-sets.svg', 1, 30, NULL),
	('hundred-sets', 'Main Room', '100 sets played', 'Main Stage', '100 performances played', '/badges/hundred-sets.svg', 1, 40, NULL),
	('five-hundred-sets', 'Institution', '500 sets played', 'Institution', '500 performances played', '/badges/five-hundred-sets.svg', 1, 45, NULL),
	('ten-hours', 'Extended Mix', '10 hours on air', 'Long Player', '10 hours on air', NULL, 1, 50, NULL),
	('hundred-hours', 'All Night Long', '100 hours on air', 'Encore, Encore', '100 hours on air', '/badges/hundred-hours.svg', 1, 60, NULL),
	('five-hundred-hours', 'Perpetual Motion', '500 hours on air', 'Endless Tour', '500 hours on air', '/badges/five-hundred-hours.svg', 1, 63, NULL),
	('hundred-listeners', 'Warm Floor', '100 listeners, the peaks of all sets added up', 'Good House', '100 listeners, the peaks of all performances added up', '/badges/hundred-listeners.svg', 1, 66, NULL),
	('thousand-listeners', 'Floor Filler', '1,000 listeners, the peaks of all sets added up', 'Full House', '1,000 listeners, the peaks of all performances added up', '/badges/thousand-listeners.svg', 1, 70, NULL),
	('ten-thousand-listeners', 'Sea of Hands', '10,000 listeners, the peaks of all sets added up', 'Standing Room Only', '10,000 listeners, the peaks of all performances added up', '/badges/ten-thousand-listeners.svg', 1, 73, NULL),
	('hundred-favorites', 'Crate Favorite', '100 favorites received', 'Songbook', '100 favorites received', '/badges/hundred-favorites.svg', 1, 80, NULL),
	('thousand-favorites', 'Classic Cut', '1,000 favorites received', 'Evergreen', '1,000 favorites received', '/badges/thousand-favorites.svg', 1, 83, NULL),
	('hundred-cheers', 'Hands Up', '100 cheers received', 'Standing Ovation', '100 cheers received', '/badges/hundred-cheers.svg', 1, 90, NULL),
	('thousand-cheers', 'Roof Off', '1,000 cheers received', 'Bring the House Down', '1,000 cheers received', '/badges/thousand-cheers.svg', 1, 93, NULL),
	('ten-finds', 'First Crate', '10 tracks kept as favorites', 'First Crate', '10 songs kept as favorites', '/badges/ten-finds.svg', 1, 97, NULL),
	('keen-ear', 'Keen Ear', '100 tracks kept as favorites', 'Keen Ear', '100 songs kept as favorites', '/badges/keen-ear.svg', 1, 100, NULL),
	('archivist', 'Archivist', '1,000 tracks kept as favorites', 'Archivist', '1,000 songs kept as favorites', '/badges/archivist.svg', 1, 103, NULL),
	('first-to-clap', 'First to Clap', '10 cheers given', 'First to Clap', '10 cheers given', '/badges/first-to-clap.svg', 1, 107, NULL),
	('front-row', 'Front Row', '100 cheers given', 'Front Row', '100 cheers given', '/badges/front-row.svg', 1, 110, NULL),
	('loudest', 'Loudest in the Room', '1,000 cheers given', 'Loudest in the Room', '1,000 cheers given', '/badges/loudest.svg', 1, 113, NULL),
	('early-doors', 'Early Doors', '10 sets listened to', 'Early Doors', '10 performances listened to', '/badges/early-doors.svg', 1, 114, NULL),
	('night-owl', 'Night Owl', '100 sets listened to', 'Night Owl', '100 performances listened to', '/badges/night-owl.svg', 1, 115, NULL),
	('last-to-leave', 'Last to Leave', '500 sets listened to', 'Last to Leave', '500 performances listened to', '/badges/last-to-leave.svg', 1, 116, NULL),
	('stage-hopper', 'Stage Hopper', '5 stages subscribed to', 'Stage Hopper', '5 stages subscribed to', '/badges/stage-hopper.svg', 1, 117, NULL),
	('all-over-town', 'All Over Town', '20 stages subscribed to', 'All Over Town', '20 stages subscribed to', '/badges/all-over-town.svg', 1, 118, NULL),
	('word-of-mouth', 'Promoter', '5 people brought to Cue', 'Word of Mouth', '5 people brought to Cue', '/badges/word-of-mouth.svg', 1, 120, NULL),
	('street-team', 'Street Team', '25 people brought to Cue', 'Street Team', '25 people brought to Cue', '/badges/street-team.svg', 1, 123, NULL),
	('house-favorite', 'House Favorite', 'Honored by a stage', 'House Favorite', 'Honored by a stage', '/badges/house-favorite.svg', 0, 130, NULL),
	('regular-slot', 'Regular Slot', '5 sets on one stage', 'Regular Bill', '5 performances on one stage', '/badges/regular-slot.svg', 1, 131, NULL),
	('house-dj', 'House DJ', '20 sets on one stage', 'House Act', '20 performances on one stage', '/badges/house-dj.svg', 1, 132, NULL),
	('furniture', 'Part of the Furniture', '100 sets on one stage', 'Part of the Furniture', '100 performances on one stage', '/badges/furniture.svg', 1, 133, NULL),
	('packed-room', 'Packed Room', '500 listeners on one stage, the peaks of all sets added up', 'Packed House', '500 listeners on one stage, the peaks of all performances added up', '/badges/packed-room.svg', 1, 134, NULL),
	('local', 'Local', '25 sets listened to on one stage', 'Local', '25 performances listened to on one stage', '/badges/local.svg', 1, 135, NULL),
	('home-crowd', 'Home Crowd', '50 cheers given on one stage', 'Home Crowd', '50 cheers given on one stage', '/badges/home-crowd.svg', 1, 136, NULL),
	('pioneer', 'Pioneer', 'Here when Cue was young', 'Pioneer', 'Here when Cue was young', '/badges/pioneer.svg', 0, 140, 'For those who played and listened when Cue was young. No number earns this title: whoever was here has it, and it stays.');
--> statement-breakpoint
-- The total of a set: what was tipped during it, without what was given back. A migration that rebuilds `tips` must
-- create these triggers again. Deleting old tips, whose sums are kept, changes nothing.
CREATE TRIGGER `set_tips_insert` AFTER INSERT ON `tips` WHEN new.`set_id` IS NOT NULL BEGIN
	UPDATE `sets` SET `tip_total` = `tip_total` + new.`amount` - new.`reversed` WHERE `id` = new.`set_id`;
END;--> statement-breakpoint
CREATE TRIGGER `set_tips_reversed` AFTER UPDATE OF `reversed` ON `tips` WHEN new.`set_id` IS NOT NULL BEGIN
	UPDATE `sets` SET `tip_total` = `tip_total` + old.`reversed` - new.`reversed` WHERE `id` = new.`set_id`;
END;--> statement-breakpoint
CREATE TRIGGER `token_log_no_update` BEFORE UPDATE ON `token_log` BEGIN
	SELECT RAISE(ABORT, 'lines of the log never change');
END;--> statement-breakpoint
CREATE TRIGGER `token_log_no_delete` BEFORE DELETE ON `token_log` BEGIN
	SELECT RAISE(ABORT, 'lines of the log never change');
END;--> statement-breakpoint
-- Searches for claims. Every write that can earn one puts its person into `token_reviews`, in the same transaction. A
-- migration that rebuilds one of these tables must create its triggers again.
CREATE TRIGGER `token_reviews_users_insert` AFTER INSERT ON `users` WHEN new.`email_verified_at` IS NOT NULL BEGIN
	INSERT INTO `token_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`id`
	ON CONFLICT (`user_id`) DO UPDATE SET `wanted_at` = min(`wanted_at`, excluded.`wanted_at`), `changes` = `changes` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `token_reviews_users_update` AFTER UPDATE OF `email_verified_at`, `referrer_id`, `banned_at` ON `users` BEGIN
	INSERT INTO `token_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`id`
	ON CONFLICT (`user_id`) DO UPDATE SET `wanted_at` = min(`wanted_at`, excluded.`wanted_at`), `changes` = `changes` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `token_reviews_listens` AFTER INSERT ON `listens` BEGIN
	INSERT INTO `token_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`listener`
	ON CONFLICT (`user_id`) DO UPDATE SET `wanted_at` = min(`wanted_at`, excluded.`wanted_at`), `changes` = `changes` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `token_reviews_awards` AFTER INSERT ON `user_awards` WHEN new.`stage_id` IS NULL AND new.`is_manual` = 0 BEGIN
	INSERT INTO `token_reviews` (`user_id`, `wanted_at`) SELECT `id`, unixepoch() * 1000 FROM `users` WHERE `id` = new.`user_id`
	ON CONFLICT (`user_id`) DO UPDATE SET `wanted_at` = min(`wanted_at`, excluded.`wanted_at`), `changes` = `changes` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `token_acts_no_update` BEFORE UPDATE OF `id`, `kind`, `reason`, `at` ON `token_acts` BEGIN
	SELECT RAISE(ABORT, 'acts never change');
END;--> statement-breakpoint
-- Only the id of an account that is being erased goes.
CREATE TRIGGER `token_acts_no_edit` BEFORE UPDATE OF `details` ON `token_acts`
WHEN NOT EXISTS (SELECT 1 FROM `erasures` WHERE instr(old.`details`, `erasures`.`user_id`) > 0) BEGIN
	SELECT RAISE(ABORT, 'acts never change');
END;--> statement-breakpoint
CREATE TRIGGER `token_acts_no_delete` BEFORE DELETE ON `token_acts` BEGIN
	SELECT RAISE(ABORT, 'acts never go');
END;
