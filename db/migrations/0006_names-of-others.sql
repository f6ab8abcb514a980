-- Names that came from another tracklist: those of the performer are theirs; those of others are suggestions by them.
UPDATE `tracklist_evidence` SET `details` = json_set(`details`, '$.own', 1)
WHERE `kind` = 'ear' AND `act` = 'heard' AND `details` ->> '$.namedIn' IS NOT NULL AND `performer_id` = (
  SELECT `performer_id` FROM `broadcasts`
  WHERE coalesce(`set_id`, `performance`, `id`) = `tracklist_evidence`.`details` ->> '$.namedIn' AND `performer_id` IS NOT NULL
  LIMIT 1
);--> statement-breakpoint
UPDATE `tracklist_evidence` SET `user_id` = (
  SELECT `users`.`id` FROM `broadcasts` INNER JOIN `users` ON `users`.`id` = `broadcasts`.`performer_id`
  WHERE coalesce(`broadcasts`.`set_id`, `broadcasts`.`performance`, `broadcasts`.`id`) = `tracklist_evidence`.`details` ->> '$.namedIn'
  LIMIT 1
)
WHERE `kind` = 'ear' AND `act` = 'heard' AND `details` ->> '$.namedIn' IS NOT NULL AND `details` ->> '$.own' IS NULL;--> statement-breakpoint
-- Their plays, and references that were taken from what others than the performer had named, follow with the next harvest.
UPDATE `broadcasts` SET `harvest_due_at` = 0
WHERE `ended_at` IS NOT NULL AND coalesce(`set_id`, `performance`, `id`) IN (
  SELECT `performance` FROM `tracklist_evidence`
  WHERE `details` ->> '$.namedIn' IS NOT NULL OR `kind` IN ('manager', 'listener')
);
