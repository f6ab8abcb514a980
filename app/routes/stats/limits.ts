/** listener.md 9: "Stats page: 5 top and 5 new performers". All of them are in the rankings behind "See More". */
export const statsPageLimits = { top: 5, newest: 5 } as const;
