/** X's form of answers: API v1.1 and OAuth by a code, API v2 by a problem. */

export const byCode = (status: number, code: number, message: string): Response =>
  Response.json({ errors: [{ code, message }] }, { status });

export const formText = (fields: Record<string, string>): Response =>
  new Response(String(new URLSearchParams(fields)), {
    headers: { "content-type": "text/html;charset=utf-8" },
  });

export function problem(
  status: number,
  title: string,
  { detail = title, headers = {} }: { detail?: string; headers?: Record<string, string> } = {},
): Response {
  return Response.json({ title, detail, type: "about:blank", status }, { status, headers });
}

export const duplicate = (): Response =>
  problem(403, "Forbidden", { detail: "You are not allowed to create a Tweet with duplicate content." });

/** Returns its response with a status that a script asked for; null where it has no words of its own. */
export function problemOf(status: number): Response | null {
  switch (status) {
    case 401:
      return problem(401, "Unauthorized");
    case 402: {
      const detail = "Your enrolled account does not have any credits to fulfill this request.";
      return problem(402, "CreditsDepleted", { detail });
    }
    case 403:
      return duplicate();
    case 503:
      return problem(503, "Service Unavailable");
    default:
      return null;
  }
}
