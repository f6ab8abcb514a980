/** The refusals of operators. */
export const operatorErrors = {
  "operator-protected": { status: 403, message: "Operators cannot be suspended from this page." },
} as const;
