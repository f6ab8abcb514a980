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
ALTER TABLE `user_awards` ADD `is_manual` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sets` ADD `tip_total` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
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
-- Those whose history is older than this table.
INSERT INTO `token_reviews` (`user_id`, `wanted_at`) SELECT `id`, 0 FROM `users` WHERE `email_verified_at` IS NOT NULL;--> statement-breakpoint
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
