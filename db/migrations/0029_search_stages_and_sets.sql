-- Finds stages by the beginnings of the words of their name and genre, and sets by those of their name, as people and
-- tracks are found. The views read `search_letters`, as theirs do. Derived, and kept by triggers: a migration that
-- rebuilds `stages` or `sets` makes the triggers of that table again and runs its 'rebuild'.
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
-- What is taken away leaves no trace in the index.
INSERT INTO `stage_search`(`stage_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
-- What is there already.
INSERT INTO `stage_search`(`stage_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `stage_search_insert` AFTER INSERT ON `stages` BEGIN
	INSERT INTO `stage_search`(`rowid`, `name`, `genre`) SELECT `id`, `name`, `genre` FROM `stage_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
-- Before: the view must still have the words that the index is to forget.
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
-- What is taken away leaves no trace in the index.
INSERT INTO `set_search`(`set_search`, `rank`) VALUES ('secure-delete', 1);
--> statement-breakpoint
-- What is there already.
INSERT INTO `set_search`(`set_search`) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER `set_search_insert` AFTER INSERT ON `sets` BEGIN
	INSERT INTO `set_search`(`rowid`, `name`) SELECT `id`, `name` FROM `set_words` WHERE `id` = new.`rowid`;
END;
--> statement-breakpoint
-- Before: the view must still have the words that the index is to forget.
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
