UPDATE `awards` SET `note` = 'For those who played and listened when Cue was young. You can''t earn this one. You had to be here.'
WHERE `id` = 'pioneer';
