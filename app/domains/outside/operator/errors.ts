/** The refusals of operators. */
export const operatorErrors = {
  "operator-protected": { status: 403, message: "Operators cannot be suspended from this page." },
  "operator-own": { status: 403, message: "This is about you. Another operator must do it." },
} as const;
