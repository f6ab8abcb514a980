-- Names are compared without separators and marks, with "rn" as "m" and "vv" as "w". The names of ASCII letters are
-- compared anew here; an hourly job fills the others. Where several accounts have one look already, it is that of a
-- performer, then of the oldest: the others keep their names without it.
UPDATE `users` SET `username_look` = NULL;--> statement-breakpoint
UPDATE `users` SET `username_look` = `ranked`.`look` FROM (
	SELECT `id`, `look`, row_number() OVER (PARTITION BY `look` ORDER BY `is_performer` DESC, `created_at`, `id`) AS `place` FROM (
		SELECT `id`, `is_performer`, `created_at`,
			replace(replace(replace(replace(replace(lower(replace(replace(replace(`username`, '0', 'o'), '1', 'l'), 'I', 'l')), ' ', ''), '.', ''), '_', ''), 'rn', 'm'), 'vv', 'w') AS `look`
		FROM `users` WHERE `username` NOT GLOB '*[^ -~]*'
	)
) AS `ranked` WHERE `ranked`.`id` = `users`.`id` AND `ranked`.`place` = 1;
