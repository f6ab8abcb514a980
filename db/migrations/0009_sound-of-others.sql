-- Nobody has broadcast all of a file: what broadcasts have in common names others' plays, and stands for itself.
UPDATE `track_references` SET `same_as` = NULL WHERE `grade` = 'B' AND `same_as` IN (
  SELECT `id` FROM `track_references` WHERE `grade` = 'A'
);--> statement-breakpoint
-- A file of one crate stands for that of another only where it has the same sound and nothing else. It is not known of those
-- that were joined before; the same peaks are.
UPDATE `track_references` SET `same_as` = NULL WHERE `grade` = 'A' AND `same_as` IN (
  SELECT other.`id` FROM `track_references` AS other
  WHERE other.`owner_id` IS NOT `track_references`.`owner_id` AND other.`digest` <> `track_references`.`digest`
);
