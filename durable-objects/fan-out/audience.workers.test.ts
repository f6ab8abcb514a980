import fc from "fast-check";
import { expect, test } from "vitest";
import { appKey, localNetwork, networkOf, pageKey, playerKey } from "../listener-key.ts";
import { Audience, audienceLimits } from "./audience.ts";
import type { EarKind } from "./network-keys.ts";

const { perNetwork, perMachine, steadyPerNetwork, recentMs, minHeardMs } = audienceLimits;

/** Adds all of them at the same time. */
function hear(audience: Audience, keys: readonly string[], kind?: EarKind): object[] {
  return keys.map((key) => {
    const ear = {};
    audience.add(ear, key, 0, kind);
    return ear;
  });
}

const pages = (network: string, count: number) =>
  Array.from({ length: count }, (_, page) => pageKey(network, String(page)));

test("a user is one listener on any number of devices and networks", () => {
  const audience = new Audience();
  const [phone, laptop] = hear(audience, ["ann", "ann", "bob"]);
  expect(audience.count()).toBe(2);
  if (phone) audience.remove(phone, 1);
  if (phone) audience.remove(phone, 2);
  expect(audience.count()).toBe(2);
  if (laptop) audience.remove(laptop, 3);
  expect(audience.count()).toBe(1);
});

test("steady are those who have listened for five seconds, and a few of each network", () => {
  const audience = new Audience();
  hear(audience, [...pages("home", 100), ...pages("school", 2), ...pages(localNetwork, 7), "ann", "dj"]);
  audience.setPerformer("dj");
  const [brief] = hear(audience, ["bob"]);
  expect(audience.steadyCount(minHeardMs - 1)).toBe(0);
  if (brief) audience.remove(brief, minHeardMs - 1);
  expect(audience.steadyCount(minHeardMs)).toBe(steadyPerNetwork + 2 + 7 + 1);
});

test(`anonymous pages are limited to ${perNetwork} per network, and ${perMachine} on the same machine`, () => {
  const audience = new Audience();
  const ears = hear(audience, pages("home", 1_000));
  expect(audience.count()).toBe(perNetwork);
  hear(audience, pages("school", 30));
  hear(audience, ["ann", "bob"]);
  expect(audience.count()).toBe(perNetwork + 32);
  for (const ear of ears.slice(0, 995)) audience.remove(ear, 1);
  expect(audience.count()).toBe(5 + 32);
  const local = new Audience();
  hear(local, pages(localNetwork, 2_500));
  expect(local.count()).toBe(perMachine);
});

test("players of one program in one network are one listener, and so are an app and its player", () => {
  const audience = new Audience();
  hear(audience, [playerKey("home", "vlc"), playerKey("home", "vlc"), playerKey("office", "vlc")], "player");
  expect(audience.count()).toBe(2);
  hear(audience, [appKey("home", "cue")], "app");
  expect(audience.count()).toBe(2);
  const word = {};
  audience.add(word, "ann", 0, "app", "office");
  expect(audience.count()).toBe(2);
  hear(audience, ["ann"]);
  expect(audience.count()).toBe(2);
  audience.remove(word, 1);
  expect(audience.count()).toBe(3);
});

test("an app's word that its user listens is no sound: someone in its network must get some", () => {
  const audience = new Audience();
  const word = {};
  audience.add(word, "ann", 0, "app", "home");
  expect(audience.heardMs("ann", 60_000)).toBe(0);
  expect(audience.users(60_000, 0)).toEqual([]);
  audience.remove(word, 60_000);
  expect(audience.heardMs("ann", 60_001)).toBe(0);
  const later = {};
  audience.add(later, "ann", 61_000, "app", "home");
  audience.add({}, playerKey("home", "core media"), 62_000, "player");
  expect(audience.heardMs("ann", 71_000)).toBe(9_000);
  const bob = {};
  audience.add({}, "bob", 0, "app", "office");
  audience.add(bob, "bob", 50_000);
  expect(audience.heardMs("bob", 60_000)).toBe(10_000);
  audience.remove(bob, 60_000);
  expect(audience.heardMs("bob", 70_000)).toBe(0);
});

test("one player of a network is the sound of one app, and does not become that of others with their time", () => {
  const audience = new Audience();
  const users = Array.from({ length: 10 }, (_, user) => `user ${user}`);
  const words = users.map((user) => {
    const word = {};
    audience.add(word, user, 0, "app", "home");
    return word;
  });
  const player = {};
  audience.add(player, playerKey("home", "vlc"), 1_000, "player");
  expect(audience.users(61_000, 0)).toEqual([{ userId: "user 0", heardMs: 60_000, since: 1_000 }]);
  // The next one has been listening from now on.
  audience.remove(words[0] as object, 61_000);
  expect(audience.heardMs("user 1", 61_500)).toBe(500);
  // A connection that is made again is the same app's, with its time.
  audience.remove(player, 62_000);
  expect(audience.heardMs("user 1", 62_500)).toBe(0);
  audience.add({}, playerKey("home", "core media"), 63_000, "player");
  expect(audience.heardMs("user 1", 64_000)).toBe(3_000);
  expect(audience.heardMs("user 2", 64_000)).toBe(0);
});

test("a performer is not their own listener", () => {
  const audience = new Audience();
  audience.setPerformer("ann");
  const [ann] = hear(audience, ["ann", "bob"]);
  expect(audience.count()).toBe(1);
  audience.setPerformer(null);
  expect(audience.count()).toBe(2);
  audience.setPerformer("ann");
  if (ann) audience.remove(ann, 1);
  expect(audience.count()).toBe(1);
});

test(`a listener who returns within ${recentMs / 1_000} s was not away, and later starts from zero`, () => {
  const audience = new Audience();
  const [before] = hear(audience, ["ann"]);
  if (before) audience.remove(before, 4_000);
  expect(audience.heardMs("ann", 4_000 + recentMs)).toBe(4_000);
  expect(audience.heardMs("ann", 4_001 + recentMs)).toBe(0);
  audience.add({}, "ann", 5_000);
  expect(audience.heardMs("ann", 6_000)).toBe(6_000);
  expect(audience.heardMs("ann", 6_000, 5_500)).toBe(500);
});

test("the anonymous listens of a network are limited to its concurrent listeners who heard long enough", () => {
  const audience = new Audience();
  const ears = hear(audience, pages("home", 2));
  audience.add({}, pageKey("home", "late"), minHeardMs - 1);
  const max = (now: number) => audience.anonymousOf("home", minHeardMs, now);
  expect([max(minHeardMs - 1), max(minHeardMs), max(2 * minHeardMs)]).toEqual([0, 2, 3]);
  expect(audience.anonymousOf("office", minHeardMs, minHeardMs)).toBe(0);
  for (const ear of ears) audience.remove(ear, 2 * minHeardMs);
  expect(max(2 * minHeardMs)).toBe(1);
});

test("listeners of shards are merged with the room's, and leave with their shard", () => {
  const audience = new Audience();
  hear(audience, ["ann", pageKey("home", "1")]);
  audience.setShard(
    0,
    {
      load: 3,
      ears: [
        ["ann", 0],
        [pageKey("home", "1"), 0],
        ["bob", 0],
      ],
    },
    1,
  );
  audience.setShard(1, { load: 1, ears: [["bob", 0]] }, 1);
  expect([audience.count(), audience.loadOf(0), audience.loadOf(2)]).toEqual([3, 3, 0]);
  audience.setShard(0, { load: 1, ears: [["kim", 0]] }, 2);
  expect(audience.count()).toBe(4);
  audience.setShard(0, null, 3);
  audience.setShard(1, null, 3);
  expect(audience.count()).toBe(2);
});

/** The count by its definition, over everything that is connected. */
function recount(open: readonly { key: string; kind: EarKind; network: string | null }[]): number {
  const users = new Set(open.filter(({ key }) => networkOf(key) === null).map(({ key }) => key));
  const networks = new Set(open.flatMap(({ network }) => network ?? []));
  const heads = [...networks].map((network) => {
    const of = (kind: EarKind, isUser: boolean) =>
      new Set(
        open
          .filter(
            (ear) => ear.network === network && ear.kind === kind && (networkOf(ear.key) === null) === isUser,
          )
          .map(({ key }) => key),
      ).size;
    const apps = of("app", false);
    const unexplained = Math.max(0, of("player", false) - apps - of("app", true));
    return Math.min(perNetwork, of("socket", false) + apps + unexplained);
  });
  return heads.reduce((sum, head) => sum + head, users.size);
}

test("the count after any history equals the number of present listeners", () => {
  const kinds = fc.constantFrom<EarKind>("socket", "player", "app");
  const step = fc.record({
    opens: fc.boolean(),
    kind: kinds,
    isUser: fc.boolean(),
    who: fc.nat(45),
    network: fc.constantFrom("home", "school"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const audience = new Audience();
      const open: { ear: object; key: string; kind: EarKind; network: string | null }[] = [];
      steps.forEach(({ opens, kind, isUser, who, network }, now) => {
        if (!opens) {
          const [left] = open.splice(who % Math.max(1, open.length), 1);
          if (left) audience.remove(left.ear, now);
        } else {
          const make = { socket: pageKey, player: playerKey, app: appKey }[kind];
          const key = isUser ? `user ${who % 5}` : make(network, String(who));
          const at = kind === "app" || !isUser ? network : null;
          const ear = {};
          open.push({ ear, key, kind, network: at });
          audience.add(ear, key, now, kind, at);
        }
        expect(audience.count()).toBe(recount(open));
      });
    }),
    { numRuns: 60 },
  );
});
