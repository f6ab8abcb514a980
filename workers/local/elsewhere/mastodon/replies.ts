export const fail = (status: number, error: string, headers: Record<string, string> = {}): Response =>
  Response.json({ error }, { status, headers });

/** Returns an error of OAuth. */
export const failOAuth = (status: number, error: string, description: string): Response =>
  Response.json({ error, error_description: description }, { status });
