ALTER TABLE `users` ADD `username_look` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_look_unique` ON `users` (`username_look`);--> statement-breakpoint
-- For names in Latin letters the look is this; the first of several that look the same keeps it.
UPDATE OR IGNORE `users` SET `username_look` = lower(replace(replace(replace(`username`, 'I', 'l'), '1', 'l'), '0', 'o'));
