/** The hint of the field for a code of the second factor. */
export const codeHint = "From your authenticator app, or a recovery code";
