import { env } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { FetchRequest } from "#app/domains/air/media/contract/fetch.ts";
import { connectAgent } from "#tests/helpers/agent.ts";
import { createConnect } from "../elsewhere.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const hook = "https://discord.com/api/v10/webhooks/1/t";

/** A deployed instance whose gateway is this one. */
function deployed(stub: unknown) {
  const instance = {
    ...env,
    CUE_MODE: "deployed",
    ELSEWHERE: undefined,
    MEDIA_GATEWAY: { getByName: () => stub },
  };
  return createConnect(instance as unknown as Env);
}

/** An agent that answers each request in turn. */
async function agentOf(name: string, offers?: string[]) {
  const stub = env.MEDIA_GATEWAY.getByName(name);
  const agent = await connectAgent(stub, `start-of-${name}`);
  agent.send({ type: "hello", start: `start-of-${name}`, at: Date.now(), ...(offers && { offers }) });
  await agent.next("welcome");
  return { stub, agent };
}

function post(stub: unknown): Promise<Response> | undefined {
  const body = JSON.stringify({ content: "žurka" });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  return deployed(stub)("discord")?.send(new Request(hook, init));
}

test("a request to Discord is made by the agent, and its response is the agent's", async () => {
  const { stub, agent } = await agentOf("fetching", ["fetch"]);
  const sent = post(stub);
  const asked = await agent.next("fetch");
  expect(asked).toMatchObject({ method: "POST", url: hook, headers: { "content-type": "application/json" } });
  expect(Buffer.from(asked.body ?? "", "base64").toString()).toBe('{"content":"žurka"}');
  const headers = { "retry-after": "3" };
  agent.send({ type: "fetched", id: asked.id, status: 429, headers, body: btoa('{"retry_after":2.5}') });
  const response = await sent;
  expect(response?.status).toBe(429);
  expect(response?.headers.get("retry-after")).toBe("3");
  expect(await response?.json()).toEqual({ retry_after: 2.5 });
});

test("what was not sent is a 503 that says when; what may have arrived has no response", async () => {
  const { stub, agent } = await agentOf("failing", ["fetch"]);
  const outcomeOf = async (reason: "busy" | "unreached" | "unanswered" | "host", waitMs: number | null) => {
    const sent = post(stub);
    const { id } = await agent.next("fetch");
    agent.send({ type: "unfetched", id, reason, waitMs });
    const response = await sent?.catch(() => null);
    return response && [response.status, response.headers.get("retry-after")];
  };
  expect(await outcomeOf("busy", 4_200)).toEqual([503, "5"]);
  expect(await outcomeOf("unreached", null)).toEqual([503, null]);
  expect(await outcomeOf("unanswered", null)).toBeNull();
  expect(await outcomeOf("host", null)).toBeNull();
});

test("answers come in any order", async () => {
  const { stub, agent } = await agentOf("reordering", ["fetch"]);
  const ask = (url: string) =>
    stub.fetchElsewhere({ method: "GET", url, headers: {}, body: null } satisfies Omit<
      FetchRequest,
      "type" | "id"
    >);
  const [first, second] = [ask(`${hook}/1`), ask(`${hook}/2`)];
  const asked = [await agent.next("fetch"), await agent.next("fetch")];
  for (const { id, url } of asked.toReversed())
    agent.send({ type: "fetched", id, status: 200, headers: {}, body: btoa(url) });
  agent.send({ type: "fetched", id: "of-no-one", status: 200, headers: {}, body: "" });
  expect(await first).toMatchObject({ body: btoa(`${hook}/1`) });
  expect(await second).toMatchObject({ body: btoa(`${hook}/2`) });
});

test("without an agent, or with one of an earlier version, the Worker sends it itself", async () => {
  const direct = vi.fn(async (request: Request) => Response.json(await request.json()));
  vi.stubGlobal("fetch", direct);
  const { stub: withOlder } = await agentOf("older");
  for (const stub of [withOlder, env.MEDIA_GATEWAY.getByName("alone")]) {
    const response = await post(stub);
    expect(await response?.json()).toEqual({ content: "žurka" });
  }
  expect(direct).toHaveBeenCalledTimes(2);
});

test("a local copy reaches its simulator without an agent", async () => {
  const { stub, agent } = await agentOf("local", ["fetch"]);
  const connection = createConnect({ ...env, MEDIA_GATEWAY: { getByName: () => stub } } as unknown as Env)(
    "discord",
  );
  expect(connection?.isSimulated).toBe(true);
  const address = `${connection?.at("discord.com")}/api/v10/webhooks/1/t`;
  expect((await connection?.send(new Request(address)))?.status).toBe(404);
  expect(agent.heard.filter(({ type }) => type === "fetch")).toEqual([]);
});
