-- What the ear has heard by the performer's own reference is marked so. All else that it knows from a file is nobody's
-- word for others: only a possibility, until the performer confirms it.
UPDATE `tracklist_evidence` SET `details` = json_set(`details`, '$.own', 1)
WHERE `kind` = 'ear' AND `act` = 'heard' AND `grade` IN ('A', 'B') AND `performer_id` IS NOT NULL AND EXISTS (
  SELECT 1 FROM `track_references` AS heard
  JOIN `track_references` AS own ON own.`id` = heard.`id` OR (
    own.`track_id` = `tracklist_evidence`.`track_id`
    AND (own.`id` = heard.`same_as` OR own.`same_as` = coalesce(heard.`same_as`, heard.`id`))
  )
  WHERE heard.`id` = `tracklist_evidence`.`reference_id` AND own.`owner_id` = `tracklist_evidence`.`performer_id`
);--> statement-breakpoint
-- The plays of these performances are derived again by the job that goes through ended ones.
UPDATE `broadcasts` SET `harvest_due_at` = 0 WHERE `ended_at` IS NOT NULL AND EXISTS (
  SELECT 1 FROM `tracklist_evidence` AS heard
  WHERE heard.`kind` = 'ear' AND heard.`act` = 'heard' AND heard.`grade` = 'A' AND json_extract(heard.`details`, '$.own') IS NULL
    AND heard.`performance` IN (`broadcasts`.`set_id`, `broadcasts`.`performance`, `broadcasts`.`id`)
);--> statement-breakpoint
-- A file of one crate stands for that of another only where they are nearly equally long.
UPDATE `track_references` SET `same_as` = NULL WHERE `grade` = 'A' AND `same_as` IN (
  SELECT other.`id` FROM `track_references` AS other
  WHERE other.`owner_id` IS NOT `track_references`.`owner_id`
    AND min(other.`duration_ms`, `track_references`.`duration_ms`) < 0.8 * max(other.`duration_ms`, `track_references`.`duration_ms`)
);
