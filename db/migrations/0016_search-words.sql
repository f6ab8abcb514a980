-- People are also found by the name on their profile, their place and their tags; sets by their tags. Tags are JSON, whose
-- punctuation is between words.
DROP TRIGGER `person_search_insert`;
--> statement-breakpoint
DROP TRIGGER `person_search_delete`;
--> statement-breakpoint
DROP TRIGGER `person_search_change`;
--> statement-breakpoint
DROP TRIGGER `person_search_changed`;
--> statement-breakpoint
DROP TABLE `person_search`;
--> statement-breakpoint
DROP VIEW `person_words`;
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
	) AS `username_key`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `users`.`first` || ' ' || `users`.`last`, ''
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
			SELECT `users`.`location` || ' ' || `users`.`tags`, ''
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
	) AS `about`
FROM `users`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `person_search` USING fts5(
	username_key,
	name,
	about,
	content='person_words',
	content_rowid='id',
	tokenize="unicode61 remove_diacritics 2 categories 'L* N* M* Co'",
	prefix='1 2 3'
);
--> statement-breakpoint
INSERT INTO `person_search`(`person_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `person_search`(`person_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `person_search_insert` AFTER INSERT ON `users` BEGIN
	INSERT INTO `person_search`(`rowid`, `username_key`, `name`, `about`) SELECT `id`, `username_key`, `name`, `about` FROM `person_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `person_search_delete` BEFORE DELETE ON `users` BEGIN
	INSERT INTO `person_search`(`person_search`, `rowid`, `username_key`, `name`, `about`) SELECT 'delete', `id`, `username_key`, `name`, `about` FROM `person_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `person_search_change` BEFORE UPDATE OF `username_key`, `first`, `last`, `location`, `tags` ON `users` BEGIN
	INSERT INTO `person_search`(`person_search`, `rowid`, `username_key`, `name`, `about`) SELECT 'delete', `id`, `username_key`, `name`, `about` FROM `person_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `person_search_changed` AFTER UPDATE OF `username_key`, `first`, `last`, `location`, `tags` ON `users` BEGIN
	INSERT INTO `person_search`(`rowid`, `username_key`, `name`, `about`) SELECT `id`, `username_key`, `name`, `about` FROM `person_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
DROP TRIGGER `set_search_insert`;
--> statement-breakpoint
DROP TRIGGER `set_search_delete`;
--> statement-breakpoint
DROP TRIGGER `set_search_change`;
--> statement-breakpoint
DROP TRIGGER `set_search_changed`;
--> statement-breakpoint
DROP TABLE `set_search`;
--> statement-breakpoint
DROP VIEW `set_words`;
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
	) AS `name`,
	(
		WITH RECURSIVE spaced(rest, words) AS (
			SELECT `sets`.`tags`, ''
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
	) AS `tags`
FROM `sets`;
--> statement-breakpoint
CREATE VIRTUAL TABLE `set_search` USING fts5(
	name,
	tags,
	content='set_words',
	content_rowid='id',
	tokenize="unicode61 remove_diacritics 2 categories 'L* N* M* Co'",
	prefix='1 2 3'
);
--> statement-breakpoint
INSERT INTO `set_search`(`set_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO `set_search`(`set_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `set_search_insert` AFTER INSERT ON `sets` BEGIN
	INSERT INTO `set_search`(`rowid`, `name`, `tags`) SELECT `id`, `name`, `tags` FROM `set_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `set_search_delete` BEFORE DELETE ON `sets` BEGIN
	INSERT INTO `set_search`(`set_search`, `rowid`, `name`, `tags`) SELECT 'delete', `id`, `name`, `tags` FROM `set_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `set_search_change` BEFORE UPDATE OF `name`, `tags` ON `sets` BEGIN
	INSERT INTO `set_search`(`set_search`, `rowid`, `name`, `tags`) SELECT 'delete', `id`, `name`, `tags` FROM `set_words` WHERE `id` = old.`rowid`;
END;
--> statement-breakpoint
CREATE TRIGGER `set_search_changed` AFTER UPDATE OF `name`, `tags` ON `sets` BEGIN
	INSERT INTO `set_search`(`rowid`, `name`, `tags`) SELECT `id`, `name`, `tags` FROM `set_words` WHERE `id` = new.`rowid`;
END;
