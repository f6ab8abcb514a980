/** Every address of a replay, and whether it still answers. */
import type { CueInstance } from "#tests/fixtures/instance.ts";
import type { Person } from "#tests/fixtures/people.ts";

export interface Address {
  name: string;
  /** Whether the replay, or any of its bytes, is in the answer. */
  answers(): Promise<boolean>;
}

const files = ["opus", "mp3", "json", "chapters.json", "cue", "csv", "txt"];
const pages = ["", ".data"];

interface Request {
  method?: "GET" | "POST";
  body?: unknown;
  range?: string;
}

/**
 * Returns addresses as a stranger asks for them, and where `owner` is given as they do. `track`: one that was played in
 * it.
 */
export function addressesOf(
  cue: CueInstance,
  { id, performer, track, owner }: { id: string; performer: Person; track: string; owner?: Person },
): Address[] {
  const who = owner === undefined ? "" : " (its performer)";
  const ask = (path: string, { method = "GET", body, range }: Request = {}) =>
    fetch(`${cue.origin}${path}`, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
      headers: {
        ...(owner !== undefined && { authorization: `Bearer ${owner.token}`, cookie: `cue=${owner.token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(range !== undefined && { range }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const has = (path: string, request?: Request): Address => ({
    name: `${request?.range ?? ""} ${path}${who}`.trim(),
    answers: async () => {
      const response = await ask(path, request);
      await response.arrayBuffer();
      return response.ok;
    },
  });
  const lists = (path: string, request?: Request): Address => ({
    name: `${path}${who}`,
    answers: async () => (await (await ask(path, request)).text()).includes(id),
  });
  const replay = `/replay/${id}`;
  const embed = `/player/replay/${id}`;
  return [
    ...pages.flatMap((end) => [has(`${replay}${end}`), has(`${embed}${end}`)]),
    ...files.map((file) => has(`${replay}.${file}`)),
    ...["opus", "mp3"].flatMap((file) => [
      has(`${replay}.${file}?download=1`),
      has(`${replay}.${file}`, { range: "bytes=0-999" }),
    ]),
    has(`/oembed?url=${encodeURIComponent(`${cue.origin}${replay}`)}`),
    ...["get", "events"].map((call) => has(`/api/replays/${call}`, { method: "POST", body: { replay: id } })),
    lists(`/feed/performer/${performer.id}.xml`),
    lists("/sitemap/replays-1.xml"),
    lists(`/tracks/${track}`),
    lists(`/profile/${performer.id}`),
    ...(owner === undefined
      ? []
      : [
          lists("/api/replays/getMine"),
          lists(`/profile/performances/${performer.id}`),
          ...["getLatestSets", "getPastSetsPaginate"].map((call) =>
            lists(`/api/sets/${call}`, { method: "POST", body: { user: performer.id } }),
          ),
        ]),
  ];
}
