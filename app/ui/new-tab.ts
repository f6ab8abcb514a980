/** Read aloud after the name of a link that leaves this page open. */
export const opensInNewTab = "(opens in a new tab)";
