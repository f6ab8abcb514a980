CREATE TABLE `announcements` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`retracted_at` integer
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
ALTER TABLE `awards` ADD `note` text;--> statement-breakpoint
ALTER TABLE `user_awards` ADD `told_at` integer;--> statement-breakpoint
CREATE INDEX `user_awards_untold` ON `user_awards` (`id`) WHERE told_at is null;--> statement-breakpoint
-- Awards of before were told of when they were granted.
UPDATE `user_awards` SET `told_at` = `awarded_at`;
--> statement-breakpoint
UPDATE `awards` SET `note` = 'For those who played and listened when Cue was young. No number earns this title: whoever was here has it, and it stays.' WHERE `id` = 'pioneer';
--> statement-breakpoint
-- What is granted for what, by number, is in app/domains/awards/rules.ts.
INSERT INTO `awards` (`id`, `title`, `name`, `musician_title`, `musician_name`, `badge`, `is_general`, `position`) VALUES
	('five-hundred-sets', 'Institution', '500 sets played', 'Institution', '500 performances played', '/badges/five-hundred-sets.svg', 1, 45),
	('five-hundred-hours', 'Perpetual Motion', '500 hours on air', 'Endless Tour', '500 hours on air', '/badges/five-hundred-hours.svg', 1, 63),
	('hundred-listeners', 'Warm Floor', '100 listeners, the peaks of all sets added up', 'Good House', '100 listeners, the peaks of all performances added up', '/badges/hundred-listeners.svg', 1, 66),
	('ten-thousand-listeners', 'Sea of Hands', '10,000 listeners, the peaks of all sets added up', 'Standing Room Only', '10,000 listeners, the peaks of all performances added up', '/badges/ten-thousand-listeners.svg', 1, 73),
	('thousand-favorites', 'Classic Cut', '1,000 favorites received', 'Evergreen', '1,000 favorites received', '/badges/thousand-favorites.svg', 1, 83),
	('thousand-cheers', 'Roof Off', '1,000 cheers received', 'Bring the House Down', '1,000 cheers received', '/badges/thousand-cheers.svg', 1, 93),
	('ten-finds', 'First Crate', '10 tracks kept as favorites', 'First Crate', '10 songs kept as favorites', '/badges/ten-finds.svg', 1, 97),
	('archivist', 'Archivist', '1,000 tracks kept as favorites', 'Archivist', '1,000 songs kept as favorites', '/badges/archivist.svg', 1, 103),
	('first-to-clap', 'First to Clap', '10 cheers given', 'First to Clap', '10 cheers given', '/badges/first-to-clap.svg', 1, 107),
	('loudest', 'Loudest in the Room', '1,000 cheers given', 'Loudest in the Room', '1,000 cheers given', '/badges/loudest.svg', 1, 113),
	('early-doors', 'Early Doors', '10 sets listened to', 'Early Doors', '10 performances listened to', '/badges/early-doors.svg', 1, 114),
	('night-owl', 'Night Owl', '100 sets listened to', 'Night Owl', '100 performances listened to', '/badges/night-owl.svg', 1, 115),
	('last-to-leave', 'Last to Leave', '500 sets listened to', 'Last to Leave', '500 performances listened to', '/badges/last-to-leave.svg', 1, 116),
	('stage-hopper', 'Stage Hopper', '5 stages subscribed to', 'Stage Hopper', '5 stages subscribed to', '/badges/stage-hopper.svg', 1, 117),
	('all-over-town', 'All Over Town', '20 stages subscribed to', 'All Over Town', '20 stages subscribed to', '/badges/all-over-town.svg', 1, 118),
	('street-team', 'Street Team', '25 people brought to Cue', 'Street Team', '25 people brought to Cue', '/badges/street-team.svg', 1, 123),
	('regular-slot', 'Regular Slot', '5 sets on one stage', 'Regular Bill', '5 performances on one stage', '/badges/regular-slot.svg', 1, 131),
	('house-dj', 'House DJ', '20 sets on one stage', 'House Act', '20 performances on one stage', '/badges/house-dj.svg', 1, 132),
	('furniture', 'Part of the Furniture', '100 sets on one stage', 'Part of the Furniture', '100 performances on one stage', '/badges/furniture.svg', 1, 133),
	('packed-room', 'Packed Room', '500 listeners on one stage, the peaks of all sets added up', 'Packed House', '500 listeners on one stage, the peaks of all performances added up', '/badges/packed-room.svg', 1, 134),
	('local', 'Local', '25 sets listened to on one stage', 'Local', '25 performances listened to on one stage', '/badges/local.svg', 1, 135),
	('home-crowd', 'Home Crowd', '50 cheers given on one stage', 'Home Crowd', '50 cheers given on one stage', '/badges/home-crowd.svg', 1, 136);
--> statement-breakpoint
-- Whoever makes history is put on the list of those to be looked at: in the same transaction, whoever writes it and
-- whenever it arrives. A look that was begun before it does not count.
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
-- Everybody once, for all that was before the rules.
INSERT INTO `award_reviews` (`user_id`, `wanted_at`) SELECT `id`, `created_at` FROM `users`;
