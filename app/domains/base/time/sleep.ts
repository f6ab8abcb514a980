/** Resolves after so many milliseconds, also after 0 only once what others wait for has had its turn. */
export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
