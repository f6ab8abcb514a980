/**
 * Ids of rows are ULIDs: 26 characters of Crockford's base32. Names never look like one, so an id always means its own
 * row.
 */
const ulid = /^[0-9a-hjkmnp-tv-z]{26}$/i;

/** Whether a text could be the id of a row, in capitals or not. */
export const isIdShaped = (text: string): boolean => ulid.test(text);
