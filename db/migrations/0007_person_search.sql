-- Finds people by the beginnings of the words of their names, without regard to case or accents. Derived from
-- `users` and kept by its triggers: whoever rebuilds that table makes the triggers again and runs the 'rebuild' below.
CREATE VIRTUAL TABLE `person_search` USING fts5(
	username_key,
	content='users',
	content_rowid='rowid',
	tokenize="unicode61 remove_diacritics 2",
	prefix='1 2 3'
);
--> statement-breakpoint
-- A name that is taken away leaves no trace in the index.
INSERT INTO `person_search`(`person_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `person_search`(`person_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `person_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO `person_search`(`rowid`, `username_key`) VALUES (new.`rowid`, new.`username_key`);
END;
--> statement-breakpoint
CREATE TRIGGER `person_search_delete` AFTER DELETE ON `users` BEGIN
	INSERT INTO `person_search`(`person_search`, `rowid`, `username_key`) VALUES ('delete', old.`rowid`, old.`username_key`);
END;
--> statement-breakpoint
CREATE TRIGGER `person_search_update` AFTER UPDATE OF `username_key` ON `users` BEGIN
	INSERT INTO `person_search`(`person_search`, `rowid`, `username_key`) VALUES ('delete', old.`rowid`, old.`username_key`);
	INSERT INTO `person_search`(`rowid`, `username_key`) VALUES (new.`rowid`, new.`username_key`);
END;
