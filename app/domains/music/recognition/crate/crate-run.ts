/**
 * Takes files into the crate: readers make peaks of them, which are sent in batches. Holds the files, never their
 * sound; a batch that cannot be sent waits, and reading stops until it is. So do tracks whose names were guessed, until
 * somebody has looked at them.
 */

import type { Charset } from "#app/domains/base/text/charset/undeclared.ts";
import type { PageWorker, PageWorkerHandlers } from "#app/page-worker.ts";
import type { CrateTrackInput, CrateTrackView } from "../contract.ts";
import { type GuessedName, GuessedNames } from "./guessed-names.ts";
import { decodeOnPage } from "./page-decoder.ts";
import type { TagGuess } from "./tag-texts.ts";
import type { FailReason, FromReader, ToReader } from "./wire.ts";

/** Tracks in one request, and how long the first of them waits for others. */
const batch = { tracks: 20, ms: 8_000 } as const;
/** Tracks that are read and not sent: about 60 KB each. */
const maxUnsent = 100;
const retryMs = [2_000, 5_000, 15_000, 30_000];

export interface FailedFile {
  name: string;
  reason: FailReason;
}

export interface CrateRunState {
  total: number;
  /** Number of files in the crate, those that were there before included. */
  done: number;
  known: number;
  failed: readonly FailedFile[];
  /** Files that are being read. */
  reading: readonly string[];
  /** Read, and not in the crate yet. */
  unsent: number;
  /** Read with a guessed charset: these wait until somebody has looked at their names. */
  guessed: readonly GuessedName[];
  /** The charset with which all of those are read; null: as each was guessed. */
  charset: Charset | null;
  isPaused: boolean;
  /** The last attempt to send failed; it is repeated. */
  isOffline: boolean;
  msLeft: number | null;
  /** Seconds of sound for each second that passed. */
  speed: number | null;
}

type CrateReader = PageWorker<ToReader, FromReader>;

export interface CrateRunDeps {
  openReader(handlers: PageWorkerHandlers<FromReader>): CrateReader;
  isPhone: boolean;
  /** Whether fingerprints for AcoustID are made. */
  asksAcoustId: boolean;
  /** Adds tracks, and returns them in their order. */
  send(tracks: CrateTrackInput[]): Promise<CrateTrackView[]>;
  /** Null where it is no use to try again. */
  retryAfterMs(error: unknown): number | null;
  /** The track of a file that is in the crate already. */
  isKnown(file: File): boolean;
  onAdded(added: { file: File; track: CrateTrackView }[]): void;
  onChange(state: CrateRunState): void;
}

interface Read {
  file: File;
  track: CrateTrackInput;
}

const idle: CrateRunState = {
  total: 0,
  done: 0,
  known: 0,
  failed: [],
  reading: [],
  unsent: 0,
  guessed: [],
  charset: null,
  isPaused: false,
  isOffline: false,
  msLeft: null,
  speed: null,
};

export class CrateRun {
  readonly #deps: CrateRunDeps;
  readonly #readers: CrateReader[] = [];
  readonly #free: CrateReader[] = [];
  readonly #reading = new Map<number, { file: File; reader: CrateReader; since: number }>();
  #files: File[] = [];
  #ready: Read[] = [];
  readonly #guessed = new GuessedNames();
  #isSending = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #nextId = 0;
  #isClosed = false;
  /** The page decodes one file at a time. */
  #pageTurn: Promise<unknown> = Promise.resolve();
  #bytes = { read: 0, left: 0 };
  #sound = { ms: 0, since: 0, pausedMs: 0, pausedAt: 0 };
  #state = idle;

  constructor(deps: CrateRunDeps) {
    this.#deps = deps;
  }

  get state(): CrateRunState {
    return this.#state;
  }

  /** Adds files; one that is in the crate already is done. */
  add(files: readonly File[]): void {
    const fresh = files.filter((file) => !this.#deps.isKnown(file));
    const known = files.length - fresh.length;
    this.#files.push(...fresh);
    this.#bytes.left += sizeOf(fresh);
    if (this.#sound.since === 0) this.#sound.since = performance.now();
    const { total, done, known: before } = this.#state;
    this.#change({ total: total + files.length, done: done + known, known: before + known });
    this.#readNext();
  }

  setPaused(isPaused: boolean): void {
    const now = performance.now();
    if (isPaused) this.#sound.pausedAt = now;
    else if (this.#state.isPaused) this.#sound.pausedMs += now - this.#sound.pausedAt;
    this.#change({ isPaused });
    this.#readNext();
  }

  /** Reads all names that were guessed with this charset; null: each with its own. */
  chooseCharset(charset: Charset | null): void {
    this.#guessed.choose(charset);
    this.#showGuessed();
  }

  /** The names are right as they are shown. */
  acceptNames(): void {
    this.#ready.push(...this.#guessed.take());
    this.#showGuessed();
    this.#readNext();
  }

  /** Tries to send again now. */
  retry(): void {
    this.#failures = 0;
    void this.#send();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const reader of this.#readers) reader.terminate();
  }

  #change(change: Partial<CrateRunState>): void {
    if (this.#isClosed) return;
    const names = Array.from(this.#reading.values(), ({ file }) => file.name);
    this.#state = { ...this.#state, ...change, reading: names, unsent: this.#ready.length, ...this.#pace() };
    this.#deps.onChange(this.#state);
  }

  #showGuessed(): void {
    this.#change({ guessed: this.#guessed.names(), charset: this.#guessed.charset });
  }

  #pace(): Pick<CrateRunState, "msLeft" | "speed"> {
    const { since, pausedMs, ms } = this.#sound;
    const passed = performance.now() - since - pausedMs;
    if (ms === 0 || this.#bytes.read === 0) return { msLeft: null, speed: null };
    return { msLeft: (passed * this.#bytes.left) / this.#bytes.read, speed: ms / passed };
  }

  #readNext(): void {
    while (!this.#state.isPaused && !this.#isClosed && this.#ready.length + this.#guessed.size < maxUnsent) {
      if (this.#files.length === 0) break;
      const reader = this.#free.pop() ?? this.#openReader();
      const file = reader && this.#files.shift();
      if (reader === undefined || file === undefined) break;
      const id = this.#nextId++;
      this.#reading.set(id, { file, reader, since: performance.now() });
      const { asksAcoustId } = this.#deps;
      reader.postMessage({ kind: "read", id, file, asksAcoustId });
    }
    this.#change({});
    this.#sendSoon();
  }

  /** One on a phone: its memory is small. */
  #openReader(): CrateReader | undefined {
    const cores = navigator.hardwareConcurrency || 2;
    const most = this.#deps.isPhone ? 1 : Math.max(1, Math.min(4, cores - 1));
    if (this.#readers.length >= most) return undefined;
    const reader: CrateReader = this.#deps.openReader({
      onNotice: (message) => this.#hear(message, reader),
      onUnloaded: () => this.#lose(reader, "unloaded"),
      onBroken: () => this.#lose(reader, "unreadable"),
    });
    this.#readers.push(reader);
    return reader;
  }

  /** It had no memory left, or could not be loaded: its file has failed, the others go on. */
  #lose(reader: CrateReader, reason: FailReason): void {
    reader.terminate();
    this.#readers.splice(this.#readers.indexOf(reader), 1);
    for (const [id, each] of this.#reading) if (each.reader === reader) this.#finish(id, { reason });
    this.#readNext();
  }

  #hear(message: FromReader, reader: CrateReader): void {
    if (message.kind === "decode") return void this.#decode(message.id, message.durationMs, reader);
    this.#free.push(reader);
    if (message.kind === "track") this.#finish(message.id, message);
    else this.#finish(message.id, { reason: message.reason });
    this.#readNext();
  }

  async #decode(id: number, durationMs: number | null, reader: CrateReader): Promise<void> {
    const file = this.#reading.get(id)?.file;
    if (file === undefined) return;
    const turn = this.#pageTurn.then(() => decodeOnPage(file, { durationMs, isPhone: this.#deps.isPhone }));
    this.#pageTurn = turn;
    const answer = await turn;
    if (typeof answer === "string") return reader.postMessage({ kind: "no-sound", id, reason: answer });
    reader.postMessage({ kind: "sound", id, ...answer }, [answer.sound.buffer]);
  }

  #finish(
    id: number,
    result: { track: CrateTrackInput; guess: TagGuess | null } | { reason: FailReason },
  ): void {
    const file = this.#reading.get(id)?.file;
    if (file === undefined) return;
    this.#reading.delete(id);
    this.#bytes.read += file.size;
    this.#bytes.left -= file.size;
    if ("reason" in result) return this.#fail([{ name: file.name, reason: result.reason }]);
    const { track, guess } = result;
    this.#sound.ms += track.duration;
    if (guess === null) this.#ready.push({ file, track });
    else {
      this.#guessed.add({ file, track, guess });
      this.#showGuessed();
    }
  }

  #fail(files: FailedFile[]): void {
    this.#change({ failed: [...this.#state.failed, ...files] });
  }

  #sendSoon(): void {
    if (this.#isSending || this.#ready.length === 0 || this.#state.isOffline) return;
    const isLast = this.#files.length === 0 && this.#reading.size === 0;
    if (isLast || this.#ready.length >= batch.tracks) return void this.#send();
    this.#timer ??= setTimeout(() => void this.#send(), batch.ms);
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isSending || this.#ready.length === 0) return;
    this.#isSending = true;
    const sent = this.#ready.slice(0, batch.tracks);
    try {
      const tracks = await this.#deps.send(sent.map(({ track }) => track));
      this.#settle(sent);
      this.#deps.onAdded(sent.flatMap(({ file }, n) => (tracks[n] ? [{ file, track: tracks[n] }] : [])));
      this.#change({ done: this.#state.done + sent.length, isOffline: false });
    } catch (error) {
      this.#sendAgain(error, sent);
    } finally {
      this.#isSending = false;
    }
    if (!this.#isClosed) this.#readNext();
  }

  #settle(sent: readonly Read[]): void {
    this.#failures = 0;
    this.#ready = this.#ready.slice(sent.length);
  }

  #sendAgain(error: unknown, sent: readonly Read[]): void {
    const afterMs = this.#deps.retryAfterMs(error);
    if (afterMs === null) {
      this.#settle(sent);
      return this.#fail(sent.map(({ file }) => ({ name: file.name, reason: "refused" })));
    }
    const wait = Math.max(afterMs, retryMs[Math.min(this.#failures, retryMs.length - 1)] ?? 0);
    this.#failures += 1;
    this.#change({ isOffline: true });
    this.#timer = setTimeout(() => void this.#send(), wait);
  }
}

const sizeOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);
