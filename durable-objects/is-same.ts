/** Whether two values are the same as JSON. */
export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
