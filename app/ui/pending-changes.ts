/** Changes that a page shows before the server has confirmed them; none of them rejects. Other pages load after them. */
export const pendingChanges = new Set<Promise<unknown>>();
