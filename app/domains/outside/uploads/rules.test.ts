import { expect, test } from "vitest";
import { encodeForm, toFields } from "./form.ts";
import { decideAfterAttempt, findArrived, uploadLimits } from "./rules.ts";

const now = 1_800_000_000_000;
const attempt = { attempts: 1, requestedAt: now - 60_000, startedAt: now - 5_000, now, jitter: 0 };
const unsure = { is: "unsure", details: "HTTP 504" } as const;

test("each further attempt waits longer, and the last one is the eighth", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map(
    (attempts) => (decideAfterAttempt(unsure, { ...attempt, attempts }).nextTryAt ?? 0) - now,
  );
  expect(waits.map((ms) => ms / 60_000)).toEqual([10, 15, 30, 60, 120, 240, 480]);
  expect(decideAfterAttempt(unsure, { ...attempt, attempts: uploadLimits.attempts })).toMatchObject({
    status: "failed",
    error: "unreachable",
    // Tried again by its performer, it is looked for first.
    unsureSince: attempt.startedAt,
  });
});

test("a rate limit is waited for, a week at most", () => {
  const limited = { is: "rate-limited", waitMs: 452_000 } as const;
  expect(decideAfterAttempt(limited, attempt)).toMatchObject({
    status: "waiting",
    attempts: 0,
    nextTryAt: now + 452_000,
    unsureSince: null,
  });
  const old = { ...attempt, requestedAt: now - uploadLimits.keptMs };
  expect(decideAfterAttempt(limited, old)).toMatchObject({ status: "failed", error: "rate-limit" });
});

test("only a show by the same name since it was sent has arrived", () => {
  const shows = [
    { name: "Other", createdAt: now },
    { name: "Late bus ", createdAt: now - 30_000 },
    { name: "Late bus", createdAt: now - 7 * 86_400_000 },
  ];
  expect(findArrived(shows, { name: "Late bus", since: now })).toBe(shows[1]);
  expect(findArrived(shows.slice(2), { name: "Late bus", since: now })).toBeUndefined();
});

const facts = { name: "Late bus", description: "", origin: "Played on Cue", tags: [], tracks: [] };

test("a description is at most 1,000 characters, and ends with where it was played", () => {
  const [, description] = toFields({ ...facts, description: "😀".repeat(600) })[1] ?? [];
  expect(description?.length).toBeLessThanOrEqual(1_000);
  expect(description).toMatch(/😀…\n\nPlayed on Cue$/u);
  expect(description?.isWellFormed()).toBe(true);
});

test("of tracks in the same second the last is a section, and one without an artist is a chapter", () => {
  const tracks = [
    { start: 100, artist: "Ana", title: "First" },
    { start: 900, artist: "Bo", title: "Second" },
    { start: 60_999, artist: "", title: "Talk" },
  ];
  expect(toFields({ ...facts, tags: ["a", "b", "c", "d", "e", "f"], tracks }).slice(2)).toEqual([
    ["tags-0-tag", "a"],
    ["tags-1-tag", "b"],
    ["tags-2-tag", "c"],
    ["tags-3-tag", "d"],
    ["tags-4-tag", "e"],
    ["sections-0-artist", "Bo"],
    ["sections-0-song", "Second"],
    ["sections-0-start_time", "0"],
    ["sections-1-chapter", "Talk"],
    ["sections-1-start_time", "60"],
  ]);
});

test("a form is read as it was written by any parser", async () => {
  // Shorter ones are refused by the parser of Node.
  const boundary = "b".repeat(30);
  const { head, tail } = encodeForm(boundary, [["name", "“Late”\r\nbus"]], Uint8Array.of(1, 2));
  const body = new Blob([head, Uint8Array.of(9, 8, 7), tail] as BlobPart[]);
  const type = `multipart/form-data; boundary=${boundary}`;
  const form = await new Response(body, { headers: { "content-type": type } }).formData();
  expect(form.get("name")).toBe("“Late”\r\nbus");
  expect((form.get("mp3") as File).size).toBe(3);
  expect((form.get("picture") as File).type).toBe("image/jpeg");
});
