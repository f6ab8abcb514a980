/** Top and new performers on the page. All of them are in the rankings behind "See More". */
export const statsPageLimits = { top: 5, newest: 5 } as const;
