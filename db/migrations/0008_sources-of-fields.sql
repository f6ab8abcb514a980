ALTER TABLE `recordings` ADD `sources` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `recordings` ADD `unsourced` text;--> statement-breakpoint
-- Nobody knows who has said what was known before: it is kept, shown to no one, and asked for again when the track is
-- played. What performers have said of their own plays stays in the evidence, their crates and their files.
UPDATE `recordings` SET
  `unsourced` = json_patch('{}', json_object(
    'isrc', `isrc`, 'composer', `composer`, 'publisher', `publisher`, 'album', `album`, 'labelId', `label_id`,
    'catalogueNumber', `catalogue_number`, 'labelCode', `label_code`, 'musicbrainz', `musicbrainz`
  )),
  `isrc` = NULL, `composer` = NULL, `publisher` = NULL, `album` = NULL, `label_id` = NULL,
  `catalogue_number` = NULL, `label_code` = NULL, `musicbrainz` = NULL, `musicbrainz_asked_at` = NULL
WHERE coalesce(`isrc`, `composer`, `publisher`, `album`, `label_id`, `catalogue_number`, `label_code`, `musicbrainz`) IS NOT NULL;
