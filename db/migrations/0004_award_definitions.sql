-- What can be earned. `position` leaves room for others in between; the badges are in public/badges.
INSERT INTO `awards` (`id`, `title`, `name`, `musician_title`, `musician_name`, `badge`, `is_general`, `position`) VALUES
	('first-set', 'Opener', 'First set on a stage', 'Opening Act', 'First performance on a stage', '/badges/first-set.svg', 1, 10),
	('ten-sets', 'Resident', '10 sets played', 'In Residence', '10 performances played', '/badges/ten-sets.svg', 1, 20),
	('fifty-sets', 'Headliner', '50 sets played', 'Top of the Bill', '50 performances played', '/badges/fifty-sets.svg', 1, 30),
	('hundred-sets', 'Main Room', '100 sets played', 'Main Stage', '100 performances played', '/badges/hundred-sets.svg', 1, 40),
	('ten-hours', 'Extended Mix', '10 hours on air', 'Long Player', '10 hours on air', NULL, 1, 50),
	('hundred-hours', 'All Night Long', '100 hours on air', 'Encore, Encore', '100 hours on air', '/badges/hundred-hours.svg', 1, 60),
	('thousand-listeners', 'Floor Filler', '1,000 listeners, the peaks of all sets added up', 'Full House', '1,000 listeners, the peaks of all performances added up', '/badges/thousand-listeners.svg', 1, 70),
	('hundred-favorites', 'Crate Favorite', '100 favorites received', 'Songbook', '100 favorites received', '/badges/hundred-favorites.svg', 1, 80),
	('hundred-cheers', 'Hands Up', '100 cheers received', 'Standing Ovation', '100 cheers received', '/badges/hundred-cheers.svg', 1, 90),
	('keen-ear', 'Keen Ear', '100 tracks kept as favorites', 'Keen Ear', '100 songs kept as favorites', '/badges/keen-ear.svg', 1, 100),
	('front-row', 'Front Row', '100 cheers given', 'Front Row', '100 cheers given', '/badges/front-row.svg', 1, 110),
	('word-of-mouth', 'Promoter', '5 people brought to Cue', 'Word of Mouth', '5 people brought to Cue', '/badges/word-of-mouth.svg', 1, 120),
	('house-favorite', 'House Favorite', 'Honored by a stage', 'House Favorite', 'Honored by a stage', '/badges/house-favorite.svg', 0, 130),
	('pioneer', 'Pioneer', 'Here when Cue was young', 'Pioneer', 'Here when Cue was young', '/badges/pioneer.svg', 0, 140);
