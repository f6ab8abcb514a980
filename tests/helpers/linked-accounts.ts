/** Accounts at the simulator of Mixcloud, linked as a browser does it, and sets that are uploaded to them. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { openDb } from "#db/client.ts";
import { sets } from "#db/schema/index.ts";
import type { SimulatedRequest } from "../../workers/local/elsewhere/simulators.ts";
import type { Person } from "./people.ts";
import { makeReplay } from "./replays.ts";
import { answerOf, request } from "./request.ts";
import { makePlay } from "./stages.ts";

/** Returns the address that a response redirects to. */
export const locationOf = (response: Response): URL =>
  new URL(response.headers.get("location") ?? "", "http://localhost:8787");

const localPath = ({ pathname, search }: URL) => `${pathname}${search}`;

/** Opens the popup. Returns the service's page and the cookie of the browser. */
export async function beginLink(
  person: Person,
  party = "mixcloud",
): Promise<{ consent: URL; cookie: string }> {
  const opened = await request(`/api/social/${party}?popup=1`, { cookie: person });
  const cookie = (opened.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { consent: locationOf(opened), cookie };
}

/** Presses a button of the service's page. Returns where it sends the browser. */
export async function decide(consent: URL, username: string, decision = "allow"): Promise<URL> {
  const text = String(new URLSearchParams({ username, decision }));
  const raw = { text, type: "application/x-www-form-urlencoded" };
  return locationOf(await request(localPath(consent), { raw }));
}

/** The popup returns. Returns the address at which it ends. */
export async function endLink(person: Person, returned: URL, cookie: string): Promise<URL> {
  const headers = { cookie: `cue=${person.token}; ${cookie}`, "sec-fetch-site": "cross-site" };
  return locationOf(await request(localPath(returned), { headers }));
}

/** Links an account of this name. */
export async function linkMixcloud(person: Person, username: string): Promise<void> {
  const { consent, cookie } = await beginLink(person);
  const end = await endLink(person, await decide(consent, username), cookie);
  const code = end.searchParams.get("code");
  await answerOf(request("/api/social/mixcloudStore", { as: person, body: { code } }));
}

/** A set with two tracks that ends in a second and is to be uploaded, and its recording. */
export async function makeUploadableSet(
  { stageId, performer }: { stageId: string; performer: Person },
  change: {
    name?: string;
    description?: string;
    visibility?: "me" | "never" | "always" | "day";
    isUploaded?: boolean;
    endedAt?: number;
  } = {},
) {
  const { name = "Late bus", description = "All vinyl", visibility = "always", isUploaded = true } = change;
  const setId = ulid();
  const { endedAt = Date.now() + 1_000 } = change;
  const startedAt = endedAt - 45_000;
  const performerId = performer.id;
  const set = { id: setId, stageId, performerId, name, description, createdAt: startedAt };
  const upload = { mixcloud: isUploaded, mixcloudName: `${name} on Cue` };
  await openDb(env.DB)
    .insert(sets)
    .values({ ...set, ...upload, startsAt: startedAt, endsAt: endedAt });
  const replay = await makeReplay({ stageId, performerId, setId, startedAt, endedAt, visibility });
  for (const [playedAt, title] of [
    [startedAt, "First"],
    [startedAt + 20_500, "Second"],
  ] as const)
    await makePlay({ stageId, performerId, setId }, { playedAt, title });
  return { setId, replay };
}

/** Returns the requests that the simulator received, oldest first. */
export async function received(path = ""): Promise<SimulatedRequest[]> {
  const all = await answerOf<SimulatedRequest[]>(request("/dev/elsewhere.json"));
  return all.filter((each) => each.path.startsWith(path)).toReversed();
}

export const failNext = (fault: Record<string, unknown>, party = "mixcloud") =>
  answerOf(request(`/dev/elsewhere/${party}/fail`, { body: fault }));
