-- Texts as they would be stored today (app/domains/text/clean.ts): names, descriptions and notes without control,
-- direction and zero-width characters. Joiners and variation selectors stay, which letters and emoji need; so do tags
-- in a text with a regional flag. A name of which nothing is left gets a neutral one. May run twice. NUL goes first and
-- by way of JSON, because SQLite's functions of text end at it.
UPDATE `sets` SET `name` = json_extract(replace(replace(json_quote(`name`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`name` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `sets` SET `name` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`sets`.`name`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `name` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `name` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `name` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`name`, char(127988)) = 0
  OR instr(`name`, char(65534)) OR instr(`name`, char(65535));
--> statement-breakpoint
UPDATE `sets` SET `mixcloud_name` = json_extract(replace(replace(json_quote(`mixcloud_name`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`mixcloud_name` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `sets` SET `mixcloud_name` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`sets`.`mixcloud_name`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `mixcloud_name` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `mixcloud_name` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `mixcloud_name` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`mixcloud_name`, char(127988)) = 0
  OR instr(`mixcloud_name`, char(65534)) OR instr(`mixcloud_name`, char(65535));
--> statement-breakpoint
UPDATE `set_requests` SET `name` = json_extract(replace(replace(json_quote(`name`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`name` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `set_requests` SET `name` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`set_requests`.`name`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `name` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `name` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `name` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`name`, char(127988)) = 0
  OR instr(`name`, char(65534)) OR instr(`name`, char(65535));
--> statement-breakpoint
UPDATE `set_requests` SET `mixcloud_name` = json_extract(replace(replace(json_quote(`mixcloud_name`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`mixcloud_name` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `set_requests` SET `mixcloud_name` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`set_requests`.`mixcloud_name`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `mixcloud_name` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `mixcloud_name` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `mixcloud_name` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`mixcloud_name`, char(127988)) = 0
  OR instr(`mixcloud_name`, char(65534)) OR instr(`mixcloud_name`, char(65535));
--> statement-breakpoint
UPDATE `stages` SET `name` = json_extract(replace(replace(json_quote(`name`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`name` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `stages` SET `name` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`stages`.`name`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `name` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `name` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `name` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`name`, char(127988)) = 0
  OR instr(`name`, char(65534)) OR instr(`name`, char(65535));
--> statement-breakpoint
UPDATE `stages` SET `genre` = json_extract(replace(replace(json_quote(`genre`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`genre` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `stages` SET `genre` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`stages`.`genre`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `genre` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `genre` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `genre` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`genre`, char(127988)) = 0
  OR instr(`genre`, char(65534)) OR instr(`genre`, char(65535));
--> statement-breakpoint
UPDATE `stage_roles` SET `name` = json_extract(replace(replace(json_quote(`name`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`name` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `stage_roles` SET `name` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`stage_roles`.`name`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `name` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `name` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `name` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`name`, char(127988)) = 0
  OR instr(`name`, char(65534)) OR instr(`name`, char(65535));
--> statement-breakpoint
UPDATE `stage_log` SET `details` = json_extract(replace(replace(json_quote(`details`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`details` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `stage_log` SET `details` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`stage_log`.`details`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `details` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `details` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `details` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`details`, char(127988)) = 0
  OR instr(`details`, char(65534)) OR instr(`details`, char(65535));
--> statement-breakpoint
UPDATE `stage_chats` SET `blocked_words` = json_extract(replace(replace(json_quote(`blocked_words`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`blocked_words` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `stage_chats` SET `blocked_words` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`stage_chats`.`blocked_words`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `blocked_words` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `blocked_words` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `blocked_words` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`blocked_words`, char(127988)) = 0
  OR instr(`blocked_words`, char(65534)) OR instr(`blocked_words`, char(65535));
--> statement-breakpoint
UPDATE `labels` SET `name` = json_extract(replace(replace(json_quote(`name`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`name` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `labels` SET `name` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`labels`.`name`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `name` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `name` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `name` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`name`, char(127988)) = 0
  OR instr(`name`, char(65534)) OR instr(`name`, char(65535));
--> statement-breakpoint
UPDATE `recordings` SET `album` = json_extract(replace(replace(json_quote(`album`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`album` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `recordings` SET `album` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`recordings`.`album`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `album` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `album` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `album` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`album`, char(127988)) = 0
  OR instr(`album`, char(65534)) OR instr(`album`, char(65535));
--> statement-breakpoint
UPDATE `recordings` SET `copyright` = json_extract(replace(replace(json_quote(`copyright`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`copyright` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `recordings` SET `copyright` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`recordings`.`copyright`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `copyright` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `copyright` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `copyright` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`copyright`, char(127988)) = 0
  OR instr(`copyright`, char(65534)) OR instr(`copyright`, char(65535));
--> statement-breakpoint
UPDATE `conversations` SET `name` = json_extract(replace(replace(json_quote(`name`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`name` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `conversations` SET `name` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`conversations`.`name`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `name` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `name` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `name` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`name`, char(127988)) = 0
  OR instr(`name`, char(65534)) OR instr(`name`, char(65535));
--> statement-breakpoint
UPDATE `passkeys` SET `name` = json_extract(replace(replace(json_quote(`name`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`name` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `passkeys` SET `name` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`passkeys`.`name`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `name` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `name` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `name` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`name`, char(127988)) = 0
  OR instr(`name`, char(65534)) OR instr(`name`, char(65535));
--> statement-breakpoint
UPDATE `users` SET `first` = json_extract(replace(replace(json_quote(`first`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`first` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `users` SET `first` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`users`.`first`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `first` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `first` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `first` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`first`, char(127988)) = 0
  OR instr(`first`, char(65534)) OR instr(`first`, char(65535));
--> statement-breakpoint
UPDATE `users` SET `last` = json_extract(replace(replace(json_quote(`last`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`last` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `users` SET `last` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`users`.`last`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `last` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `last` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `last` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`last`, char(127988)) = 0
  OR instr(`last`, char(65534)) OR instr(`last`, char(65535));
--> statement-breakpoint
UPDATE `users` SET `location` = json_extract(replace(replace(json_quote(`location`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`location` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `users` SET `location` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`users`.`location`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `location` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `location` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `location` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`location`, char(127988)) = 0
  OR instr(`location`, char(65534)) OR instr(`location`, char(65535));
--> statement-breakpoint
UPDATE `users` SET `tags` = json_extract(replace(replace(json_quote(`tags`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`tags` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `users` SET `tags` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(`users`.`tags`, char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(group_concat(
    CASE WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 OR `code` IN (8232, 8233) THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), '  ', ' '), '  ', ' '), '  ', ' ')) FROM `chars`
) WHERE `tags` GLOB '*[' || char(1) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `tags` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `tags` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`tags`, char(127988)) = 0
  OR instr(`tags`, char(65534)) OR instr(`tags`, char(65535));
--> statement-breakpoint
UPDATE `sets` SET `description` = json_extract(replace(replace(json_quote(`description`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`description` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `sets` SET `description` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(replace(replace(`sets`.`description`, char(13, 10), char(10)), char(13), char(10)), char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(replace(replace(group_concat(
    CASE WHEN `code` IN (10, 11, 12, 133, 8232, 8233) THEN char(10)
      WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), char(32, 10), char(10)), char(10, 32), char(10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(32, 10)) FROM `chars`
) WHERE `description` GLOB '*[' || char(1) || '-' || char(9) || char(11) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `description` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `description` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`description`, char(127988)) = 0
  OR instr(`description`, char(65534)) OR instr(`description`, char(65535));
--> statement-breakpoint
UPDATE `set_requests` SET `description` = json_extract(replace(replace(json_quote(`description`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`description` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `set_requests` SET `description` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(replace(replace(`set_requests`.`description`, char(13, 10), char(10)), char(13), char(10)), char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(replace(replace(group_concat(
    CASE WHEN `code` IN (10, 11, 12, 133, 8232, 8233) THEN char(10)
      WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), char(32, 10), char(10)), char(10, 32), char(10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(32, 10)) FROM `chars`
) WHERE `description` GLOB '*[' || char(1) || '-' || char(9) || char(11) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `description` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `description` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`description`, char(127988)) = 0
  OR instr(`description`, char(65534)) OR instr(`description`, char(65535));
--> statement-breakpoint
UPDATE `stages` SET `description` = json_extract(replace(replace(json_quote(`description`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`description` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `stages` SET `description` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(replace(replace(`stages`.`description`, char(13, 10), char(10)), char(13), char(10)), char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(replace(replace(group_concat(
    CASE WHEN `code` IN (10, 11, 12, 133, 8232, 8233) THEN char(10)
      WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), char(32, 10), char(10)), char(10, 32), char(10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(32, 10)) FROM `chars`
) WHERE `description` GLOB '*[' || char(1) || '-' || char(9) || char(11) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `description` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `description` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`description`, char(127988)) = 0
  OR instr(`description`, char(65534)) OR instr(`description`, char(65535));
--> statement-breakpoint
UPDATE `users` SET `bio` = json_extract(replace(replace(json_quote(`bio`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`bio` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `users` SET `bio` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(replace(replace(`users`.`bio`, char(13, 10), char(10)), char(13), char(10)), char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(replace(replace(group_concat(
    CASE WHEN `code` IN (10, 11, 12, 133, 8232, 8233) THEN char(10)
      WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), char(32, 10), char(10)), char(10, 32), char(10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(32, 10)) FROM `chars`
) WHERE `bio` GLOB '*[' || char(1) || '-' || char(9) || char(11) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `bio` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `bio` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`bio`, char(127988)) = 0
  OR instr(`bio`, char(65534)) OR instr(`bio`, char(65535));
--> statement-breakpoint
UPDATE `users` SET `controller` = json_extract(replace(replace(json_quote(`controller`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`controller` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `users` SET `controller` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(replace(replace(`users`.`controller`, char(13, 10), char(10)), char(13), char(10)), char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(replace(replace(group_concat(
    CASE WHEN `code` IN (10, 11, 12, 133, 8232, 8233) THEN char(10)
      WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), char(32, 10), char(10)), char(10, 32), char(10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(32, 10)) FROM `chars`
) WHERE `controller` GLOB '*[' || char(1) || '-' || char(9) || char(11) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `controller` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `controller` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`controller`, char(127988)) = 0
  OR instr(`controller`, char(65534)) OR instr(`controller`, char(65535));
--> statement-breakpoint
UPDATE `users` SET `program` = json_extract(replace(replace(json_quote(`program`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`program` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `users` SET `program` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(replace(replace(`users`.`program`, char(13, 10), char(10)), char(13), char(10)), char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(replace(replace(group_concat(
    CASE WHEN `code` IN (10, 11, 12, 133, 8232, 8233) THEN char(10)
      WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), char(32, 10), char(10)), char(10, 32), char(10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(32, 10)) FROM `chars`
) WHERE `program` GLOB '*[' || char(1) || '-' || char(9) || char(11) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `program` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `program` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`program`, char(127988)) = 0
  OR instr(`program`, char(65534)) OR instr(`program`, char(65535));
--> statement-breakpoint
UPDATE `users` SET `experience` = json_extract(replace(replace(json_quote(`experience`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`experience` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `users` SET `experience` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(replace(replace(`users`.`experience`, char(13, 10), char(10)), char(13), char(10)), char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(replace(replace(group_concat(
    CASE WHEN `code` IN (10, 11, 12, 133, 8232, 8233) THEN char(10)
      WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), char(32, 10), char(10)), char(10, 32), char(10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(32, 10)) FROM `chars`
) WHERE `experience` GLOB '*[' || char(1) || '-' || char(9) || char(11) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `experience` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `experience` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`experience`, char(127988)) = 0
  OR instr(`experience`, char(65534)) OR instr(`experience`, char(65535));
--> statement-breakpoint
UPDATE `announcements` SET `message` = json_extract(replace(replace(json_quote(`message`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`message` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `announcements` SET `message` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(replace(replace(`announcements`.`message`, char(13, 10), char(10)), char(13), char(10)), char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(replace(replace(group_concat(
    CASE WHEN `code` IN (10, 11, 12, 133, 8232, 8233) THEN char(10)
      WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), char(32, 10), char(10)), char(10, 32), char(10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(32, 10)) FROM `chars`
) WHERE `message` GLOB '*[' || char(1) || '-' || char(9) || char(11) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `message` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `message` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`message`, char(127988)) = 0
  OR instr(`message`, char(65534)) OR instr(`message`, char(65535));
--> statement-breakpoint
UPDATE `feedback` SET `message` = json_extract(replace(replace(json_quote(`message`), '\\', '\u005c'), '\u0000', ' '), '$') WHERE instr(CAST(`message` AS BLOB), x'00');
--> statement-breakpoint
UPDATE `feedback` SET `message` = (
  WITH RECURSIVE `source`(`text`) AS (
    SELECT replace(replace(replace(replace(`feedback`.`message`, char(13, 10), char(10)), char(13), char(10)), char(65534), ''), char(65535), '')
  ), `chars`(`at`, `code`, `text`) AS (
    SELECT 1, unicode(`text`), `text` FROM `source`
    UNION ALL SELECT `at` + 1, unicode(substr(`text`, `at` + 1, 1)), `text` FROM `chars` WHERE `at` < length(`text`)
  )
  SELECT trim(replace(replace(replace(replace(replace(group_concat(
    CASE WHEN `code` IN (10, 11, 12, 133, 8232, 8233) THEN char(10)
      WHEN `code` < 32 OR `code` BETWEEN 127 AND 159 THEN ' '
      WHEN `code` IN (173, 847, 1564, 4447, 4448, 6068, 6069, 6158, 8203, 8206, 8207, 12644, 65279, 65440) THEN ''
      WHEN `code` BETWEEN 8234 AND 8238 OR `code` BETWEEN 8288 AND 8303 OR `code` BETWEEN 65520 AND 65531 OR `code` BETWEEN 64976 AND 65007 THEN ''
      WHEN `code` BETWEEN 917504 AND 917631 AND instr(`text`, char(127988)) = 0 THEN ''
      ELSE substr(`text`, `at`, 1) END, '' ORDER BY `at`), char(32, 10), char(10)), char(10, 32), char(10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(10, 10, 10), char(10, 10)), char(32, 10)) FROM `chars`
) WHERE `message` GLOB '*[' || char(1) || '-' || char(9) || char(11) || '-' || char(31) || char(127) || '-' || char(159) || char(173, 847, 1564, 8203, 8206, 8207) || char(8232) || '-' || char(8238) || char(8288) || '-' || char(8303) || ']*'
  OR `message` GLOB '*[' || char(4447, 4448, 6068, 6069, 6158, 12644, 65279, 65440) || char(64976) || '-' || char(65007) || char(65520) || '-' || char(65531) || ']*'
  OR `message` GLOB '*[' || char(917504) || '-' || char(917631) || ']*' AND instr(`message`, char(127988)) = 0
  OR instr(`message`, char(65534)) OR instr(`message`, char(65535));
--> statement-breakpoint
UPDATE `sets` SET `name` = 'Untitled set' WHERE trim(`name`, char(32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8204, 8205, 8239, 8287, 10240, 12288, 65038, 65039)) = '';
--> statement-breakpoint
UPDATE `set_requests` SET `name` = 'Untitled set' WHERE trim(`name`, char(32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8204, 8205, 8239, 8287, 10240, 12288, 65038, 65039)) = '';
--> statement-breakpoint
UPDATE `stages` SET `name` = 'Untitled stage' WHERE trim(`name`, char(32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8204, 8205, 8239, 8287, 10240, 12288, 65038, 65039)) = '';
--> statement-breakpoint
UPDATE `stage_roles` SET `name` = 'Untitled role' WHERE trim(`name`, char(32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8204, 8205, 8239, 8287, 10240, 12288, 65038, 65039)) = '';
--> statement-breakpoint
UPDATE `labels` SET `name` = 'Unnamed label' WHERE trim(`name`, char(32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8204, 8205, 8239, 8287, 10240, 12288, 65038, 65039)) = '';
--> statement-breakpoint
UPDATE `passkeys` SET `name` = 'Passkey' WHERE trim(`name`, char(32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8204, 8205, 8239, 8287, 10240, 12288, 65038, 65039)) = '';
--> statement-breakpoint
UPDATE `conversations` SET `name` = NULL WHERE trim(`name`, char(32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8204, 8205, 8239, 8287, 10240, 12288, 65038, 65039)) = '';
