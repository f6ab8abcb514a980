-- Finds people and tracks by the beginnings of words, without regard to case or accents. Scripts without spaces
-- (Thai, Lao, Tibetan, Burmese, Khmer, Chinese, Japanese) have no words to begin: the views below set spaces around each
-- of their characters, so that any run of characters is a phrase, however short. `db/full-text.ts` does the same to
-- what is asked for. Derived, and kept by triggers: whoever rebuilds `users` or `tracks` makes the triggers of that table
-- again and runs its 'rebuild'.
DROP TRIGGER `person_search_insert`;
--> statement-breakpoint
DROP TRIGGER `person_search_delete`;
--> statement-breakpoint
DROP TRIGGER `person_search_update`;
--> statement-breakpoint
DROP TABLE `person_search`;
--> statement-breakpoint
CREATE VIEW `person_words` AS SELECT `rowid` AS `id`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `users`.`username_key`, ''
			UNION ALL
			SELECT substr(rest, 2), words || iif(
				unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
				OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
				OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF,
				' ' || substr(rest, 1, 1) || ' ',
				substr(rest, 1, 1))
			FROM spaced WHERE rest <> ''
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
-- What is taken away leaves no trace in the index.
INSERT INTO `person_search`(`person_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `person_search`(`person_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `person_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO `person_search`(`rowid`, `username_key`) SELECT `id`, `username_key` FROM `person_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
-- Before: the view must still have the words that the index is to forget.
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
			SELECT substr(rest, 2), words || iif(
				unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
				OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
				OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF,
				' ' || substr(rest, 1, 1) || ' ',
				substr(rest, 1, 1))
			FROM spaced WHERE rest <> ''
		)
		SELECT words FROM spaced WHERE rest = ''
	) AS `title`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `tracks`.`artist`, ''
			UNION ALL
			SELECT substr(rest, 2), words || iif(
				unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
				OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
				OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF,
				' ' || substr(rest, 1, 1) || ' ',
				substr(rest, 1, 1))
			FROM spaced WHERE rest <> ''
		)
		SELECT words FROM spaced WHERE rest = ''
	) AS `artist`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `tracks`.`key`, ''
			UNION ALL
			SELECT substr(rest, 2), words || iif(
				unicode(rest) BETWEEN 0x0E00 AND 0x109F OR unicode(rest) BETWEEN 0x1780 AND 0x17FF
				OR unicode(rest) BETWEEN 0x2E80 AND 0x9FFF OR unicode(rest) BETWEEN 0xF900 AND 0xFAFF
				OR unicode(rest) BETWEEN 0xFF66 AND 0xFF9F OR unicode(rest) BETWEEN 0x20000 AND 0x3FFFF,
				' ' || substr(rest, 1, 1) || ' ',
				substr(rest, 1, 1))
			FROM spaced WHERE rest <> ''
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
-- What is taken away leaves no trace in the index.
INSERT INTO `track_search`(`track_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `track_search`(`track_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `track_search_insert` AFTER INSERT ON `tracks` BEGIN
	INSERT INTO `track_search`(`rowid`, `title`, `artist`, `key`) SELECT `id`, `title`, `artist`, `key` FROM `track_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
-- Before: the view must still have the words that the index is to forget.
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
