/** Corrections on their way to the server: kept on this device until they are stored, in their order. */
import * as z from "zod/mini";
import { ApiFailure, callApi } from "#app/api-client.ts";
import { readStore, writeStore } from "#app/ui/client-store.ts";
import { makeId } from "#app/ui/make-id.ts";
import { countOf } from "#app/ui/number.ts";
import { Store } from "#app/ui/store.ts";
import { correctTracklistCall, openTracklistCall } from "../calls/tracklists.ts";
import {
  type CorrectedView,
  Correction,
  type TracklistLine,
  type TracklistView,
} from "../contract/tracklists.ts";
import { applyCorrection } from "../optimistic.ts";

/** `newId`: of the line that it makes, until the server has named it. */
const Entry = z.object({ act: Correction, newId: z.string(), group: z.string() });
type Entry = z.infer<typeof Entry>;

interface QueueState {
  /** Lines with everything that is not stored yet. */
  lines: TracklistLine[];
  view: TracklistView;
  waiting: number;
  phase: "stored" | "sending" | "away";
  canUndo: boolean;
  /** The reason why something was not stored; null: nothing was lost. */
  problem: string | null;
}

/** Presses that follow each other quickly are sent together. */
const gatherMs = 500;
const retryMs = 10_000;
/** So many fit into a request whatever they name: a track with twelve artists is 26 rows, of 500 at most. */
const maxTogether = 19;
const keptKey = "tracklistCorrections";

/** A request may have one of these. */
const isBulk = ({ act }: Entry) => act.act === "confirm-all";
const linesOf = ({ act }: Entry) => [
  ...("line" in act ? [act.line] : []),
  ...("into" in act ? [act.into] : []),
];

export class CorrectionsQueue {
  readonly store: Store<QueueState>;
  #entries: Entry[];
  /** Number of the first entries that are being sent. */
  #sent = 0;
  #isSingly = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The lines that corrections have made, by the ids they had here. */
  readonly #made = new Map<string, string>();
  /** The stored corrections of this visit that can be taken back, the newest last. */
  #done: { group: string; evidence: string[] }[] = [];
  readonly #onStored: (view: TracklistView) => void;

  constructor(view: TracklistView, onStored: (view: TracklistView) => void) {
    this.#onStored = onStored;
    this.#entries = readKept(view.set);
    this.store = new Store<QueueState>(this.#stateOf(view, "stored", null));
  }

  start(): () => void {
    const resume = () => this.#soon(0);
    window.addEventListener("online", resume);
    if (this.#entries.length > 0) this.#soon(0);
    return () => {
      window.removeEventListener("online", resume);
      clearTimeout(this.#timer);
      if (this.#entries.length > this.#sent) void this.#send();
    };
  }

  /** Corrections that are taken back together. Returns the id of the line that the last of them makes. */
  add(...acts: Correction[]): string {
    const group = makeId();
    let newId = "";
    for (const act of acts) {
      newId = makeId();
      const last = this.#entries.length > this.#sent ? this.#entries.at(-1) : undefined;
      // A time that is nudged several times is one correction.
      const isSame = act.act === "move" && last?.act.act === "move" && last.act.line === act.line;
      if (isSame) this.#entries = [...this.#entries.slice(0, -1), { ...last, act }];
      else this.#entries = [...this.#entries, { act, newId, group }];
    }
    this.#show({ problem: null });
    this.#soon(gatherMs);
    return newId;
  }

  /** The present id of a line that was made here. */
  idOf(line: string): string {
    return this.#made.get(line) ?? line;
  }

  /** The tracklist has changed by something else that was done here; corrections that wait stay. */
  replace(view: TracklistView): void {
    this.#show({ view, problem: null });
    this.#onStored(view);
  }

  /** Takes the last corrections back: those that are not sent yet are dropped. */
  undo(): void {
    const unsent = this.#entries.slice(this.#sent).at(-1);
    if (unsent !== undefined) {
      this.#entries = this.#entries.filter(
        ({ group }, index) => index < this.#sent || group !== unsent.group,
      );
      this.#show({ problem: null });
      return;
    }
    const last = this.#done.pop();
    if (last === undefined) return;
    const group = makeId();
    for (const evidence of last.evidence.toReversed())
      this.#entries = [...this.#entries, { act: { act: "undo", evidence }, newId: "", group }];
    this.#show({ problem: null });
    this.#soon(0);
  }

  #soon(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), ms);
  }

  async #send(): Promise<void> {
    if (this.#sent > 0) return;
    const batch = this.#nextBatch();
    if (batch.length === 0) return;
    this.#sent = batch.length;
    this.#show({ phase: "sending" });
    const { set } = this.store.get().view;
    try {
      const stored = await callApi(correctTracklistCall, {
        set,
        acts: batch.map(({ act }) => this.#named(act)),
      });
      this.#take(batch, stored);
      this.#soon(0);
    } catch (error) {
      this.#sent = 0;
      await this.#refused(batch, error);
    }
  }

  #nextBatch(): Entry[] {
    const batch: Entry[] = [];
    for (const entry of this.#entries.slice(0, this.#isSingly ? 1 : maxTogether)) {
      const isOfNew = linesOf(entry).some((line) => batch.some(({ newId }) => newId === line));
      if (batch.length > 0 && (isOfNew || (isBulk(entry) && batch.some(isBulk)))) break;
      batch.push(entry);
    }
    return batch;
  }

  /** The correction with the ids that the server knows. */
  #named(act: Correction): Correction {
    return {
      ...act,
      ...("line" in act && { line: this.idOf(act.line) }),
      ...("into" in act && { into: this.idOf(act.into) }),
    } as Correction;
  }

  #take(batch: readonly Entry[], { tracklist, evidence, acts }: CorrectedView): void {
    this.#entries = this.#entries.slice(batch.length);
    this.#sent = 0;
    if (this.#entries.length === 0) this.#isSingly = false;
    for (const [index, entry] of batch.entries()) {
      const { group, newId, act } = entry;
      const said = acts[index] ?? [];
      // What was said before is not taken back with this.
      const rows = said.filter((id) => evidence.includes(id));
      if (said[0] !== undefined) this.#made.set(newId, said[0]);
      if (act.act === "undo") continue;
      const known = this.#done.find((done) => done.group === group);
      if (known) known.evidence.push(...rows);
      else this.#done.push({ group, evidence: [...rows] });
    }
    // After a reload of the page nobody knows the ids that lines had here.
    this.#entries = this.#entries.map((entry) => ({ ...entry, act: this.#named(entry.act) }));
    this.#show({ view: tracklist, phase: this.#entries.length > 0 ? "sending" : "stored" });
    this.#onStored(tracklist);
  }

  async #refused(batch: readonly Entry[], error: unknown): Promise<void> {
    const failure = error instanceof ApiFailure ? error : null;
    if (
      failure === null ||
      failure.status === 0 ||
      failure.status >= 500 ||
      failure.code === "rate-limited"
    ) {
      this.#show({ phase: "away" });
      this.#soon(failure?.retryAfterMs ?? retryMs);
      return;
    }
    // One of several no longer fits: each is sent alone, so that only that one is lost.
    if (batch.length > 1) {
      this.#isSingly = true;
      this.#soon(0);
      return;
    }
    this.#entries = this.#entries.slice(1);
    await this.#reload(failure);
    this.#soon(0);
  }

  /** Somebody else may have changed the tracklist. */
  async #reload({ code, message }: ApiFailure): Promise<void> {
    const { view } = this.store.get();
    const now = await callApi(openTracklistCall, { set: view.set }).catch(() => view);
    const problem =
      code === "not-found"
        ? "Someone else has changed this tracklist. One of your corrections no longer fits and was not saved."
        : `A correction was not saved. ${message}`;
    if (!now.canEdit) this.#entries = [];
    this.#show({
      view: now,
      phase: this.#entries.length > 0 ? "sending" : "stored",
      problem: now.canEdit ? problem : "You can no longer correct this tracklist.",
    });
    this.#onStored(now);
  }

  #show(part: Partial<Pick<QueueState, "view" | "phase" | "problem">>): void {
    const { view, phase, problem } = { ...this.store.get(), ...part };
    keep(view.set, this.#entries);
    this.store.change(this.#stateOf(view, phase, problem));
  }

  #stateOf(view: TracklistView, phase: QueueState["phase"], problem: string | null): QueueState {
    const now = Date.now();
    const lines = this.#entries.reduce<TracklistLine[]>(
      (shown, { act, newId }) => applyCorrection(shown, this.#named(act), { newId, now }),
      view.lines,
    );
    const isSending = this.#sent > 0;
    const canUndo = this.#entries.length > this.#sent || (!isSending && this.#done.length > 0);
    return { lines, view, waiting: this.#entries.length, phase, canUndo, problem };
  }
}

/** Returns the text about corrections that are not stored yet. */
export function queueText({ waiting, phase }: Pick<QueueState, "waiting" | "phase">): string {
  if (waiting === 0) return "All corrections are saved.";
  const corrections = countOf(waiting, "correction", "corrections");
  if (phase === "away")
    return `You are offline. ${corrections} kept on this device and saved when you are online again.`;
  return `Saving ${corrections}…`;
}

const Kept = z.record(z.string(), z.array(Entry));

function readAll(): Record<string, Entry[]> {
  const kept = Kept.safeParse(readStore()[keptKey] ?? {});
  return kept.success ? kept.data : {};
}

const readKept = (set: string): Entry[] => readAll()[set] ?? [];

function keep(set: string, entries: readonly Entry[]): void {
  const { [set]: _, ...others } = readAll();
  writeStore({ [keptKey]: entries.length === 0 ? others : { ...others, [set]: entries } });
}
