/**
 * Every call by every kind of caller about their own object, another user's and a missing one (`tests/helpers/access`);
 * a call that is about none by one caller of each kind of answer. Outside a sweep one call of each kind is asked.
 */
import { env } from "cloudflare:test";
import { beforeAll, expect, test, vi } from "vitest";
import { type ErrorCode, errorCatalogue } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { wallets } from "#db/schema/index.ts";
import { inputs } from "#tests/helpers/access/inputs.ts";
import { type Cell, objectFor } from "#tests/helpers/access/objects.ts";
import { answers, answersTo, askers, table, whose } from "#tests/helpers/access/table.ts";
import { makeWorld, type World } from "#tests/helpers/access/world.ts";
import { makePerson } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";
import { everyTable } from "#tests/helpers/storage.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { api, declaredCalls } from "./index.ts";

interface Line {
  method: string;
  path: string;
  /** The path, with the name of a variant. */
  call: string;
  kind: string;
  columns: string[];
}

const written = table
  .split("\n")
  .filter((line) => line !== "")
  .map((line): Line => {
    const [call = "", ...rest] = line.replace(/^(GET|POST) +/, "").split(/ {2,}/);
    const method = line.slice(0, line.indexOf(" "));
    const kind = rest.length > 1 ? (rest.shift() ?? "") : "";
    return { method, path: call.split("#", 1)[0] ?? "", call, kind, columns: rest };
  });

/** A call without a line is about no object, and its answers follow from its declaration. */
const derived = declaredCalls
  .filter((call) => !written.some(({ method, path }) => method === call.method && path === call.path))
  .map(({ method, path, who }): Line => ({ method, path, call: path, kind: "", columns: [answersTo[who]] }));

const lines = [...written, ...derived];

interface Question extends Line {
  cell: Cell;
  answer: string;
}

/** Every cell of these lines. */
const questionsOf = (world: World, asked: readonly Line[]): Question[] =>
  asked.flatMap((line) =>
    line.columns.flatMap((column, index) =>
      askers.map((asker, position) => ({
        ...line,
        answer: column[position] ?? "",
        cell: { world, asker, whose: whose[index] ?? "missing" },
      })),
    ),
  );

/**
 * Returns one cell with each answer of a call that is about no object: who is refused follows from its declaration,
 * which `guards.test.ts` proves for every call.
 */
function onceEach(questions: readonly Question[]): Question[] {
  const [plain, about] = [
    questions.filter(({ kind }) => kind === ""),
    questions.filter(({ kind }) => kind !== ""),
  ];
  const kinds = Map.groupBy(plain, ({ method, call, answer }) => `${method} ${call} ${answer}`);
  return [...about, ...[...kinds.values()].flatMap((each) => each.slice(0, 1))];
}

const isRefused = ({ answer }: Question) => answers[answer] !== null;
const operatorKey = { token: "test-operator-key-0123456789" };
/** This call ends the caller's session. */
const endsSession = (path: string) => path === "/users/logout";

/** These calls send a browser to another service. */
const redirects = (path: string) =>
  ["/social/mixcloud", "/social/twitter", "/social/mastodon", "/social/lastfm", "/spotify/login"].includes(
    path,
  );

function credentialOf({ asker, world }: Cell): { token: string } | undefined {
  if (asker === "signed-out") return undefined;
  return asker === "key" ? operatorKey : world.askers[asker];
}

async function bodyOf({ kind, call, cell }: Question, isFresh: boolean): Promise<Record<string, unknown>> {
  const object = await objectFor(kind, cell, { isFresh });
  return { ...object, ...inputs[call]?.(cell, object) };
}

/** Returns the difference from the expected answer as a sentence; empty if there is none. */
async function ask(question: Question, body: Record<string, unknown>): Promise<string[]> {
  const { method, path, call, answer, cell } = question;
  const isLast = endsSession(path) && !isRefused(question);
  // The object of a GET is in its query.
  const named = method === "GET" ? new URLSearchParams(body as Record<string, string>).toString() : "";
  const response = await request(`/api${path}${named && `?${named}`}`, {
    as: isLast ? await makePerson() : credentialOf(cell),
    body: method === "POST" ? body : undefined,
  });
  const code = answers[answer] ?? null;
  // Some answers are files.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const expected =
    code === null ? { status: redirects(path) ? 302 : 200, message: "" } : errorCatalogue[code];
  if (response.status === expected.status && (code === null || isRefusal(path, text, code))) return [];
  const { status } = response;
  const wanted = `${expected.status} ${code ?? ""}`;
  return [`${call} (${cell.whose}) by ${cell.asker}: ${wanted}, not ${status} ${text.slice(0, 160)}`];
}

/** A missing object and another user's object have the same response; operators get a specific message. */
function isRefusal(path: string, text: string, code: ErrorCode): boolean {
  const { status, message } = errorCatalogue[code];
  return code === "not-found" && !path.startsWith("/operator/")
    ? text === JSON.stringify({ error: message, code, message, status })
    : (JSON.parse(text) as { code?: string }).code === code;
}

/** Calls about a user that later calls need as they were, and the calls that undo them. */
const undoneBy: Readonly<Record<string, string>> = {
  "/users/blockUser": "/users/unblockUser",
  "/operator/make-operator": "/operator/remove-operator",
  "/operator/ban": "/operator/unban",
};

/** Returns the first of the lines with the same answers, which the same guards give; in a sweep all. */
function oneOfEachKind(): Line[] {
  const kinds = Map.groupBy(lines, ({ columns }) => columns.join(" "));
  const first = [...kinds.values()].flatMap((each) => each.slice(0, 1));
  const undoing = first.map(({ call }) => undoneBy[call]);
  return lines.filter((line) => first.includes(line) || undoing.includes(line.call));
}

let questions: Question[];
beforeAll(async () => {
  questions = onceEach(questionsOf(await makeWorld(), isSweep ? lines : oneOfEachKind()));
});

test("the access table has one line for each API call and one cell for each kind of caller", () => {
  const routes = api.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  const declared = lines.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(declared)].toSorted()).toEqual(
    [...new Set([...routes, "GET /openapi.json"])].toSorted(),
  );
  for (const { call, kind, columns } of lines) {
    expect([call, columns.length]).toEqual([call, kind === "" ? 1 : whose.length]);
    for (const column of columns) {
      expect([call, column.length]).toEqual([call, askers.length]);
      expect([call, column.split("").filter((answer) => !(answer in answers))]).toEqual([call, []]);
    }
  }
  const calls = new Set(lines.map(({ call }) => call));
  expect(new Set(lines.map(({ method, call }) => `${method} ${call}`)).size).toBe(lines.length);
  expect(Object.keys(inputs).filter((call) => !calls.has(call))).toEqual([]);
});

/** The Worker of the tests has one thread, so this limits parallel requests. */
const atOnce = 24;

async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += atOnce)
    results.push(...(await Promise.all(items.slice(first, first + atOnce).map(work))));
  return results;
}

/** A wallet's counters reach the database about a second after they change. */
const walletsAreCopied = () =>
  vi.waitFor(
    async () => {
      for (const { id, size } of await openDb(env.DB).select().from(wallets))
        expect(size).toBe((await env.WALLET.getByName(id).summary()).head.size);
    },
    { timeout: 60_000, interval: 250 },
  );

test("callers without access are refused as the table says, without any change to the database", {
  timeout: 1_200_000,
}, async () => {
  const refused = questions.filter(isRefused);
  const prepared = await inGroups(refused, async (question) => ({
    question,
    body: await bodyOf(question, false),
  }));
  await walletsAreCopied();
  const before = await everyTable();
  const wrong = await inGroups(prepared, ({ question, body }) => ask(question, body));
  expect(wrong.flat()).toEqual([]);
  expect(await everyTable()).toEqual(before);
});

/**
 * Calls about a fresh object. The test runtime sometimes cancels one of the thousands of requests as hung; such a
 * request is repeated with another object and logged.
 */
async function askFresh(question: Question): Promise<string[]> {
  try {
    return await ask(question, await bodyOf(question, true));
  } catch (error) {
    if (!String(error).includes("code had hung")) throw error;
    console.warn(`cancelled by the runtime and asked again: ${question.call} by ${question.cell.asker}`);
    return ask(question, await bodyOf(question, true));
  }
}

test("callers with access get the answers that the table says", { timeout: 1_200_000 }, async () => {
  const allowed = questions.filter((each) => !isRefused(each));
  const wrong: string[] = [];
  // One call after another, because a call can change the object of a later one; each by all callers in parallel.
  for (const [, ofCall] of Map.groupBy(allowed, ({ method, call }) => `${method} ${call}`)) {
    const found = await inGroups(ofCall, askFresh);
    wrong.push(...found.flat());
  }
  expect(wrong).toEqual([]);
});
