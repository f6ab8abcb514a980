/** Listeners as the Worker sees them: a socket with a session, a network address and a user agent. */
import { SELF } from "cloudflare:test";
import { vi } from "vitest";
import { Listener } from "./rooms.ts";

const origin = "http://localhost:8787";

export interface EarOptions {
  /** The user whose session it presents. */
  as?: { token: string };
  /** The network address. */
  from?: string;
  agent?: string;
  /** The random id of an anonymous page. */
  page?: string;
}

function headersOf({ as, from, agent }: EarOptions): Record<string, string> {
  return {
    ...(as && { authorization: `Bearer ${as.token}` }),
    ...(from && { "cf-connecting-ip": from }),
    ...(agent && { "user-agent": agent }),
  };
}

/** Opens a room's socket (`stage/…`, `profile/…`) and requests its sound. */
export async function openEar(room: string, options: EarOptions = {}): Promise<Listener> {
  const { page = crypto.randomUUID() } = options;
  const response = await SELF.fetch(`${origin}/realtime/${room}?listener=${page}`, {
    headers: { ...headersOf(options), origin, upgrade: "websocket" },
  });
  if (response.webSocket === null) throw new Error(`not upgraded: ${response.status}`);
  const listener = new Listener(response.webSocket);
  await listener.send("listen", { class: "normal" });
  return listener;
}

/** Plays a stream as a program without sockets does. Returns a function that disconnects. */
export async function openPlayer(stream: string, options: EarOptions = {}): Promise<() => Promise<void>> {
  const response = await SELF.fetch(`${origin}/live/${stream}.ogg`, { headers: headersOf(options) });
  const reader = response.body?.getReader();
  if (response.status !== 200 || reader === undefined) throw new Error(`no sound: ${response.status}`);
  const reading = (async () => {
    while (!(await reader.read()).done);
  })().catch(() => undefined);
  return async () => {
    await reader.cancel();
    await reading;
  };
}

/** Moves the clock, and with it every playhead. `vi.useRealTimers` ends it. */
export function passTime(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}
