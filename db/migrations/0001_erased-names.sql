-- The reason of an act never changes, but for the name of an account that is deleted in this very transaction.
DROP TRIGGER `token_acts_no_update`;--> statement-breakpoint
CREATE TRIGGER `token_acts_no_update` BEFORE UPDATE OF `id`, `kind`, `at` ON `token_acts` BEGIN
	SELECT RAISE(ABORT, 'acts never change');
END;--> statement-breakpoint
CREATE TRIGGER `token_acts_no_reword` BEFORE UPDATE OF `reason` ON `token_acts`
WHEN NOT EXISTS (
	SELECT 1 FROM `erasures` INNER JOIN `users` ON `users`.`id` = `erasures`.`user_id`
	WHERE instr(lower(old.`reason`), lower(`users`.`username`)) > 0 OR instr(old.`reason`, `users`.`username`) > 0
) BEGIN
	SELECT RAISE(ABORT, 'acts never change');
END;
