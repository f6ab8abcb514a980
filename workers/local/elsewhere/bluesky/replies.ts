export const fail = (status: number, error: string, message: string): Response =>
  Response.json({ error, message }, { status });

/** The rate limit; when it ends in epoch seconds. */
export function tooMany(resetAtS: number): Response {
  const headers = {
    "ratelimit-limit": "30",
    "ratelimit-remaining": "0",
    "ratelimit-reset": String(resetAtS),
    "ratelimit-policy": "30;w=300",
  };
  return Response.json(
    { error: "RateLimitExceeded", message: "Rate Limit Exceeded" },
    { status: 429, headers },
  );
}
