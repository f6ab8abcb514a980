ALTER TABLE `broadcasts` ADD `steady_peak` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `broadcasts` SET `steady_peak` = `peak_listeners`;
