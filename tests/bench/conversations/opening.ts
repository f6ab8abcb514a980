import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import WebSocket from "ws";
import type { SentView } from "#app/domains/air/messages/contract.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { call, Person } from "#tests/fixtures/people.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, ms, times } from "../report.ts";
import { median } from "../statistics.ts";

const sizes = { short: 100, long: 100_000 } as const;

/** Measures the time that a conversation takes to show its last page, by how much is in it. */
export async function benchOpening({ pages }: BenchOptions): Promise<Chapter> {
  const { state, person, conversations } = await prepare();
  const cue = await CueInstance.start({ state });
  try {
    const opened: Record<keyof typeof sizes, number[]> = { short: [], long: [] };
    const asked: Record<keyof typeof sizes, number[]> = { short: [], long: [] };
    for (let turn = -5; turn < pages; turn++)
      for (const size of ["short", "long"] as const) {
        const open = await openSocket(cue, person, conversations[size]);
        const page = await askPage(cue, person, conversations[size]);
        if (turn < 0) continue;
        opened[size].push(open);
        asked[size].push(page);
      }
    const ratio = (values: Record<keyof typeof sizes, number[]>) =>
      times(median(values.long) / median(values.short));
    return {
      name: "opening",
      title: "Opening a conversation of 100,000 messages",
      method: `One with 100 messages and one with 100,000 are opened in turn, ${pages} times each: a socket until its snapshot with the last page has come, then the call for that page.`,
      figures: [
        { what: "socket, 100 messages, median", value: ms(median(opened.short)) },
        { what: "socket, 100,000 messages, median", value: ms(median(opened.long)) },
        { what: "socket, ratio", value: ratio(opened), aim: "≤ 1.2 ×" },
        { what: "call, 100 messages, median", value: ms(median(asked.short)) },
        { what: "call, 100,000 messages, median", value: ms(median(asked.long)) },
        { what: "call, ratio", value: ratio(asked), aim: "≤ 1.2 ×" },
      ],
      voidBecause: [],
    };
  } finally {
    await cue.stop();
  }
}

async function openSocket(cue: CueInstance, person: Person, conversation: string): Promise<number> {
  for (;;) {
    const start = performance.now();
    const socket = new WebSocket(
      `${cue.origin.replace(/^http/, "ws")}/realtime/conversation/${conversation}`,
      {
        headers: { authorization: `Bearer ${person.token}` },
      },
    );
    const { promise, resolve } = Promise.withResolvers<string | null>();
    socket.once("message", (bytes: Buffer) => resolve(bytes.toString()));
    socket.on("error", () => resolve(null));
    const first = await promise;
    const took = performance.now() - start;
    socket.close();
    if (first?.startsWith('{"event":"snapshot"') && first.includes("Filler")) return took;
    await new Promise((again) => setTimeout(again, 100));
  }
}

async function askPage(cue: CueInstance, { token }: Person, conversation: string): Promise<number> {
  const start = performance.now();
  const { status } = await call(cue.origin, token, "POST", "/api/messages/getConversation", {
    body: { conversation },
  });
  if (status !== 200) throw new Error(`no page: ${status}`);
  return performance.now() - start;
}

/** Two conversations of one person. A running copy lets no one else at its objects: they are filled when it has stopped. */
async function prepare() {
  const cue = await CueInstance.start();
  const { state } = cue;
  const person = await Person.register(cue.origin, "Reader");
  const conversations: Record<keyof typeof sizes, string> = { short: "", long: "" };
  for (const size of ["short", "long"] as const) {
    const other = await Person.register(cue.origin, size);
    const words = { participants: [other.id], message: size };
    conversations[size] = (await person.post<SentView>("/api/messages/new", words)).body.id;
  }
  process.env.CUE_KEEP_STATE = "1";
  await cue.stop();
  delete process.env.CUE_KEEP_STATE;
  for (const size of ["short", "long"] as const) fill(state, size, person.id, sizes[size]);
  return { state, person, conversations };
}

/** Puts messages straight into the storage of the conversation whose first one says `first`. */
function fill(state: string, first: string, senderId: string, count: number): void {
  const folder = join(state, "v3/do");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.includes("Conversation") || !name.endsWith(".sqlite")) continue;
    const database = new DatabaseSync(join(folder, name));
    try {
      const isIt = database.prepare("select 1 from messages where seq = 1 and message = ?").get(first);
      if (isIt === undefined) continue;
      database.exec(`
        with recursive counter(n) as (select 2 union all select n + 1 from counter where n < ${count})
        insert into messages (seq, id, kind, sender_id, message, at)
        select n, 'filler-' || n, 'message', '${senderId}', 'Filler number ' || n || ' of many', ${Date.now()} + n from counter;
        insert into words (rowid, message) select seq, message from messages where seq > 1;
      `);
      return;
    } catch (error) {
      if (!String(error).includes("no such table")) throw error;
    } finally {
      database.close();
    }
  }
  throw new Error(`No conversation here begins with “${first}”.`);
}
