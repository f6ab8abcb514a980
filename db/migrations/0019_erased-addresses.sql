-- The reason of an act never changes, but for the name, address and id of an account that is deleted in this very
-- transaction: only there is somebody who has an account and an erasure. How a name is written is read by the Worker.
DROP TRIGGER `token_acts_no_reword`;--> statement-breakpoint
CREATE TRIGGER `token_acts_no_reword` BEFORE UPDATE OF `reason` ON `token_acts`
WHEN NOT EXISTS (SELECT 1 FROM `erasures` INNER JOIN `users` ON `users`.`id` = `erasures`.`user_id`) BEGIN
	SELECT RAISE(ABORT, 'acts never change');
END;
