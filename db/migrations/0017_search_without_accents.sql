-- Greek, Cyrillic and stroked letters are found without their accents: the tokenizer sees to Latin ones alone. The n-th
-- letter of `marked` is indexed as the n-th of `unmarked`; `foldLetters` in `db/full-text.ts` does the same to what is
-- asked for. The indexes and the triggers stay as they are: they read these views by name.
CREATE VIEW `search_letters` AS SELECT
	'ĐđĦħŁłØøŦŧıʹΆΈΉΊΌΎΏΐΪΫάέήίΰϊϋόύώϓϔЀЁЃЇЌЍЎЙйѐёѓїќѝўѶѷӁӂӐӑӒӓӖӗӚӛӜӝӞӟӢӣӤӥӦӧӪӫӬӭӮӯӰӱӲӳӴӵӸӹἀἁἂἃἄἅἆἇἈἉἊἋἌἍἎἏἐἑἒἓἔἕἘἙἚἛἜἝἠἡἢἣἤἥἦἧἨἩἪἫἬἭἮἯἰἱἲἳἴἵἶἷἸἹἺἻἼἽἾἿὀὁὂὃὄὅὈὉὊὋὌὍὐὑὒὓὔὕὖὗὙὛὝὟὠὡὢὣὤὥὦὧὨὩὪὫὬὭὮὯὰάὲέὴήὶίὸόὺύὼώᾀᾁᾂᾃᾄᾅᾆᾇᾈᾉᾊᾋᾌᾍᾎᾏᾐᾑᾒᾓᾔᾕᾖᾗᾘᾙᾚᾛᾜᾝᾞᾟᾠᾡᾢᾣᾤᾥᾦᾧᾨᾩᾪᾫᾬᾭᾮᾯᾰᾱᾲᾳᾴᾶᾷᾸᾹᾺΆᾼιῂῃῄῆῇῈΈῊΉῌῐῑῒΐῖῗῘῙῚΊῠῡῢΰῤῥῦῧῨῩῪΎῬῲῳῴῶῷῸΌῺΏῼ' AS `marked`,
	'DdHhLlOoTtiʹΑΕΗΙΟΥΩιΙΥαεηιυιυουωϒϒЕЕГІКИУИиеегікиуѴѵЖжАаАаЕеӘәЖжЗзИиИиОоӨөЭэУуУуУуЧчЫыααααααααΑΑΑΑΑΑΑΑεεεεεεΕΕΕΕΕΕηηηηηηηηΗΗΗΗΗΗΗΗιιιιιιιιΙΙΙΙΙΙΙΙοοοοοοΟΟΟΟΟΟυυυυυυυυΥΥΥΥωωωωωωωωΩΩΩΩΩΩΩΩααεεηηιιοουυωωααααααααΑΑΑΑΑΑΑΑηηηηηηηηΗΗΗΗΗΗΗΗωωωωωωωωΩΩΩΩΩΩΩΩαααααααΑΑΑΑΑιηηηηηΕΕΗΗΗιιιιιιΙΙΙΙυυυυρρυυΥΥΥΥΡωωωωωΟΟΩΩΩ' AS `unmarked`;
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
	) AS `username_key`
FROM `users`;
--> statement-breakpoint
INSERT INTO `person_search`(`person_search`) VALUES ('rebuild');
--> statement-breakpoint
DROP VIEW `track_words`;
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
INSERT INTO `track_search`(`track_search`) VALUES ('rebuild');
