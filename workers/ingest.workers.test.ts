import { env, SELF } from "cloudflare:test";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { agentPaths, signatureWindowMs } from "#app/domains/air/media/contract/control.ts";
import { signatureHeaders, signUpgrade } from "#app/domains/air/media/contract/signature.ts";
import { agentHeader } from "#durable-objects/contract.ts";

const path = agentPaths.control;

async function knock(pathAndQuery: string, headers: Record<string, string>): Promise<number> {
  const response = await SELF.fetch(`http://localhost:8787${pathAndQuery}`, {
    headers: { upgrade: "websocket", ...headers },
  });
  response.webSocket?.accept();
  response.webSocket?.close(1000);
  if (response.status !== 101) expect(await response.text()).toBe("");
  return response.status;
}

const sign = (pathAndQuery: string = path, at = Date.now()) =>
  signUpgrade(env.CUE_AGENT_KEYS, pathAndQuery, at);

afterEach(() => {
  vi.useRealTimers();
});

test("a signed upgrade reaches the gateway once", async () => {
  const headers = await sign();
  expect(await knock(path, headers)).toBe(101);
  expect(await knock(path, headers)).toBe(401);
});

test("a replayed signature is refused as long as its timestamp is valid", async () => {
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const headers = await sign(path, start + signatureWindowMs - 1_000);
  expect(await knock(path, headers)).toBe(101);
  for (const later of [
    1_000,
    119_000,
    121_000,
    2 * signatureWindowMs - 1_000,
    2 * signatureWindowMs + 5_000,
  ]) {
    vi.setSystemTime(start + later);
    expect(await knock(path, headers)).toBe(401);
  }
});

test("a timestamp more than 120 s off the server's clock is refused in both directions", async () => {
  for (const [skew, status] of [
    [-121_000, 401],
    [-119_000, 101],
    [119_000, 101],
    [121_000, 401],
  ] as const)
    expect(await knock(path, await sign(path, Date.now() + skew)), String(skew)).toBe(status);
});

test("a signature is valid only for its own address", async () => {
  const audio = `${agentPaths.audio}stage/a?stream=s&connection=c`;
  expect(await knock(audio, await sign(path))).toBe(401);
  expect(await knock(`${audio}x`, await sign(audio))).toBe(401);
  expect(await knock(path, await signUpgrade("another-key", path, Date.now()))).toBe(401);
});

test("a signature with a flipped bit is refused with 401", async () => {
  const names = Object.values(signatureHeaders);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.nat(),
      fc.integer({ min: 0, max: 6 }),
      async (name, at, bit) => {
        const headers = await sign();
        const bytes = new TextEncoder().encode(headers[name]);
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        const flipped = new TextDecoder().decode(bytes);
        // Not every byte is valid in a header, and headers are trimmed.
        fc.pre(/^[\x21-\x7e]+$/.test(flipped));
        expect(await knock(path, { ...headers, [name]: flipped })).toBe(401);
      },
    ),
    { numRuns: 300 },
  );
});

test("the internal header does not replace a signature, and a plain request is refused with 426", async () => {
  expect(await knock(path, { [agentHeader]: "control" })).toBe(401);
  const plain = await SELF.fetch(`http://localhost:8787${path}`, { headers: await sign() });
  expect(plain.status).toBe(426);
  expect(await plain.text()).toBe("");
});
