import { expect, test, vi } from "vitest";
import { requestPlay } from "./request-play.ts";

const fault = (status: number, reason?: string) => Response.json({ error: { status, reason } }, { status });

/** Asks a Spotify that gives these answers, in order. */
async function ask(answers: (Response | null)[], tokens: (string | null)[] = ["old", "new"]) {
  const sent: { url: unknown; init: RequestInit }[] = [];
  const waits: number[] = [];
  let current = tokens[0] ?? null;
  const token = vi.fn(async (isForced: boolean) => {
    if (isForced) current = tokens[1] ?? null;
    return current;
  });
  const answer = await requestPlay({
    api: "https://api.spotify.com",
    device: "a/b",
    uri: "spotify:track:1",
    position: 1_500.4,
    token,
    wait: async (ms) => void waits.push(ms),
    fetch: async (url, init = {}) => {
      sent.push({ url, init });
      const next = answers.shift();
      if (!next) throw new TypeError("Failed to fetch");
      return next;
    },
  });
  return { answer, sent, waits };
}

const done = () => new Response(null, { status: 204 });

test("the track is played on the page's own device", async () => {
  const { answer, sent } = await ask([done()]);
  expect(answer).toBe("accepted");
  expect(sent[0]?.url).toBe("https://api.spotify.com/v1/me/player/play?device_id=a%2Fb");
  expect(sent[0]?.init).toMatchObject({ method: "PUT", headers: { authorization: "Bearer old" } });
  expect(JSON.parse(sent[0]?.init.body as string)).toEqual({ uris: ["spotify:track:1"], position_ms: 1_500 });
});

test("a device that is not known yet is asked again three times, and no more", async () => {
  expect((await ask([fault(404), fault(404), fault(404), done()])).answer).toBe("accepted");
  const { answer, sent, waits } = await ask([fault(404), fault(404), fault(404), fault(404), done()]);
  expect([answer, sent.length, waits.length]).toEqual(["failed", 4, 3]);
});

test("a refused token is renewed once", async () => {
  const { answer, sent } = await ask([fault(401), done()]);
  expect(answer).toBe("accepted");
  expect(sent[1]?.init.headers).toMatchObject({ authorization: "Bearer new" });
  expect((await ask([fault(401), fault(401), done()])).answer).toBe("no-access");
  expect((await ask([fault(401), done()], ["old", null])).answer).toBe("no-access");
  expect((await ask([], [null])).answer).toBe("no-access");
});

test.each<[Response | null, string]>([
  [fault(403, "PREMIUM_REQUIRED"), "premium"],
  [fault(403), "failed"],
  [fault(429), "busy"],
  [fault(500), "failed"],
  [null, "failed"],
])("other refusals are final", async (response, expected) => {
  expect((await ask([response, done()])).answer).toBe(expected);
});
