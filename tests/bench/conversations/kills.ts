import { setTimeout as sleep } from "node:timers/promises";
import type { ConversationMessageView, SentView } from "#app/domains/air/messages/contract.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, ms } from "../report.ts";
import { median } from "../statistics.ts";
import { Writer } from "./writer.ts";

/** Time that the runtime lives once it answers again, ms: people write meanwhile. */
const livesMs = { min: 300, max: 1_500 } as const;
/** Maximum time for everything to come to rest, ms. */
const restMs = 20_000;

/** Four people write to each other while the runtime is killed again and again: what was acknowledged is there, once. */
export async function benchKills({ kills }: BenchOptions): Promise<Chapter> {
  const cue = await CueInstance.start();
  try {
    const people: Person[] = [];
    for (const name of ["Ada", "Bob", "Cy", "Dee"]) people.push(await Person.register(cue.origin, name));
    const [first, ...others] = people as [Person, ...Person[]];
    const begun = await first.post<SentView>("/api/messages/new", {
      participants: others.map(({ id }) => id),
      message: "Begun",
    });
    if (begun.status !== 200) throw new Error(`not begun: ${JSON.stringify(begun.body)}`);
    const conversation = begun.body.id;
    const writers = people.map((person) => new Writer(cue.origin, conversation, person));
    let isOver = false;
    const writing = writers.map((writer) => writer.run(() => isOver));
    const awayMs: number[] = [];
    for (let kill = 0; kill < kills; kill++) {
      await sleep(livesMs.min + Math.random() * (livesMs.max - livesMs.min));
      const at = await cue.crash("workerd");
      await answersAgain(first);
      awayMs.push(Date.now() - at);
    }
    isOver = true;
    await Promise.all(writing);
    const histories = await Promise.all(people.map((person) => readHistory(person, conversation)));
    const [history = []] = histories;
    for (
      let waited = 0;
      waited < restMs && writers.some(({ heard }) => heard.size < history.length);
      waited += 100
    )
      await sleep(100);
    for (const writer of writers) writer.close();
    return toChapter(kills, awayMs, writers, histories);
  } finally {
    await cue.stop();
  }
}

function toChapter(
  kills: number,
  awayMs: readonly number[],
  writers: readonly Writer[],
  histories: readonly (readonly ConversationMessageView[])[],
): Chapter {
  const [history = []] = histories;
  const acked = writers.flatMap((writer) => [...writer.acked]);
  const inHistory = Map.groupBy(history, ({ clientId }) => clientId ?? "");
  const lost = acked.filter(([clientId, { id, seq }]) => {
    const found = inHistory.get(clientId) ?? [];
    return found.length !== 1 || found[0]?.id !== id || found[0]?.seq !== seq;
  });
  const order = JSON.stringify(history.map(({ id, seq }) => [id, seq]));
  const different = histories.filter(
    (each) => JSON.stringify(each.map(({ id, seq }) => [id, seq])) !== order,
  );
  const gaps = history.filter(({ seq }, index) => seq !== index + 1);
  const unheard = writers.flatMap(({ heard }) => history.filter(({ seq, id }) => heard.get(seq)?.id !== id));
  const faults = writers.flatMap((writer) => writer.faults);
  const reconnects = writers.reduce((sum, writer) => sum + writer.reconnects, 0);
  return {
    name: "kills",
    title: "A conversation while the runtime is killed",
    method: `Four people write to each other over sockets, each message again until it is acknowledged, while \`kill -9\` ends the runtime ${kills} times, 0.3 to 1.5 s after it answers again. Then everybody's history is read and compared with what was acknowledged and what their pages have heard.`,
    figures: [
      { what: "messages acknowledged / in the history", value: `${acked.length} / ${history.length}` },
      { what: "acknowledged, and not there exactly once", value: String(lost.length), aim: "0" },
      { what: "histories in another order", value: String(different.length), aim: "0" },
      { what: "places left out in the order", value: String(gaps.length), aim: "0" },
      { what: "messages that an open page has not heard", value: String(unheard.length), aim: "0" },
      { what: "events twice or out of order on a page", value: String(faults.length), aim: "0" },
      { what: "reconnects of pages", value: String(reconnects) },
      { what: "runtime away, median", value: awayMs.length === 0 ? "–" : ms(median(awayMs)) },
    ],
    voidBecause: faults.slice(0, 3),
  };
}

async function answersAgain(person: Person): Promise<void> {
  for (;;) {
    const isThere = await person
      .get("/api/messages/getConversations")
      .then(({ status }) => status === 200)
      .catch(() => false);
    if (isThere) return;
    await sleep(50);
  }
}

/** Oldest first. */
async function readHistory(person: Person, conversation: string): Promise<ConversationMessageView[]> {
  const pages: ConversationMessageView[][] = [];
  for (let cursor: object = {}; ; ) {
    const { status, body } = await person.post<{ items: ConversationMessageView[]; idCursor: string }>(
      "/api/messages/getConversation",
      { conversation, ...cursor },
    );
    if (status !== 200) throw new Error(`no history: ${JSON.stringify(body)}`);
    pages.push(body.items);
    if (body.idCursor === "end") return pages.flat().toReversed();
    const { items: _, ...next } = body;
    cursor = next;
  }
}
