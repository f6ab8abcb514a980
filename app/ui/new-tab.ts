/** Read aloud after the name of a link that opens a new tab. */
export const opensInNewTab = "(opens in a new tab)";
