/** The page's own call to Spotify that plays a track on the device of its player. */
import * as z from "zod/mini";

interface PlayRequest {
  /** The origin of Spotify's API. */
  api: string;
  device: string;
  uri: string;
  /** Ms from the track's start. */
  position: number;
  /** A token; `isForced`: a new one, because Spotify refused the last. Null: there is none. */
  token: (isForced: boolean) => Promise<string | null>;
  fetch?: typeof fetch;
  wait?: (ms: number) => Promise<void>;
}

export type PlayAnswer = "accepted" | "premium" | "no-access" | "busy" | "failed";

/** A new device is not known everywhere at once. */
const unknownDevice = { retries: 3, waitMs: 700 } as const;

const Fault = z.object({ error: z.object({ reason: z.optional(z.string()) }) });

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export async function requestPlay(request: PlayRequest): Promise<PlayAnswer> {
  const { wait = pause } = request;
  let hasRenewed = false;
  let retries = 0;
  for (;;) {
    const token = await request.token(false);
    if (token === null) return "no-access";
    const response = await send(request, token);
    if (response?.ok) return "accepted";
    if (response?.status === 401 && !hasRenewed) {
      hasRenewed = true;
      if ((await request.token(true)) === null) return "no-access";
    } else if (response?.status === 404 && retries < unknownDevice.retries) {
      retries += 1;
      await wait(unknownDevice.waitMs * retries);
    } else return refusalOf(response);
  }
}

function send({ api, device, uri, position, fetch: ask = fetch }: PlayRequest, token: string) {
  return ask(`${api}/v1/me/player/play?device_id=${encodeURIComponent(device)}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ uris: [uri], position_ms: Math.round(position) }),
    referrerPolicy: "no-referrer",
  }).catch(() => null);
}

async function refusalOf(response: Response | null): Promise<PlayAnswer> {
  if (response === null) return "failed";
  if (response.status === 401) return "no-access";
  if (response.status === 429) return "busy";
  const fault = Fault.safeParse(await response.json().catch(() => null));
  return fault.data?.error.reason === "PREMIUM_REQUIRED" ? "premium" : "failed";
}
