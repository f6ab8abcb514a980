/**
 * The agent's data about each mount, reported as facts when it changes and as a whole in every snapshot. Titles may
 * come before their source: they are held for it.
 */
import type { Codec, EncoderReport, Fact, Title } from "#app/domains/air/media/contract/control.ts";
import { type HeardLine, maxHeardLines } from "#app/domains/air/media/contract/heard.ts";
import type { Level, Quality, SourceFaultCode } from "#app/domains/air/media/contract/quality.ts";
import type { TitleFields } from "./door/title.ts";
import { TitlePace } from "./title-pace.ts";

const titleHeldMs = 30_000;
/**
 * Time for which the last title of an encoder is kept after a drop. Many encoders (Mixxx, and all that send titles by
 * metadata requests) send the next title only with the next track, while the current track goes on. An encoder whose
 * connection was lost and that reconnects within this time without a title still plays the last one. One that had
 * disconnected itself begins anew; another program, or the same with another codec, is somebody else's.
 */
const titleKeptMs = 60_000;
/** Silence for so long is no pause within a track: what is heard after it is another one. */
const titleSilentMs = 8_000;
/** A line that is over stays in snapshots for so long: the report of its end may have been lost. */
const heardKeptMs = 60_000;
/** Something that has no title. */
const untitled: TitleFields = { artist: "", title: "" };

/** The last title of an encoder that left. */
interface LastTitle {
  /** Null where that is over: the encoder had disconnected itself. */
  title: Title | null;
  leftAt: number;
  program: string;
  codec: Codec | null;
}

/** A title that came before its source. */
interface HeldTitle {
  title: Title;
  /** The name that its sender uses for itself, or "". */
  program: string;
}

interface Program {
  name: string;
  /** The codec of the connection before, whose title it has. */
  codecBefore: Codec | null;
  /** The title that the present silence has ended: programs repeat it. */
  silenced: Title | null;
}

/** Reports for a connection that is not the mount's current one change nothing. */
export class Mounts {
  readonly #now: () => number;
  readonly #report: (fact: Fact) => void;
  readonly #titlePace: TitlePace;
  readonly #live = new Map<string, EncoderReport>();
  readonly #heldTitles = new Map<string, HeldTitle>();
  /** The last title of an encoder that left, until it reconnects or `titleKeptMs` have passed. */
  readonly #lastTitles = new Map<string, LastTitle>();
  /** Programs by connection. */
  readonly #programs = new Map<string, Program>();
  /** Faults by connection, until they are reported. */
  readonly #faults = new Map<string, SourceFaultCode>();
  readonly #listeners = new Map<string, number>();
  /** Times when lines of the ear were over, by line. */
  readonly #overAt = new Map<string, number>();

  /** `now`: server epoch ms. */
  constructor(now: () => number, report: (fact: Fact) => void) {
    this.#now = now;
    this.#report = report;
    this.#titlePace = new TitlePace(report);
  }

  /** `program`: how the encoder calls itself (its User-Agent), or "". */
  connected(mount: string, connection: string, program: string): void {
    const at = this.#now();
    const last = this.#takeLastTitle(mount);
    const isSameProgram = last?.program === program;
    const kept = isSameProgram ? last.title : null;
    const sent = this.#takeHeldTitle(mount);
    // What the encoder before has sent while it left is not the title of another one.
    const isOfOther = last !== undefined && !isSameProgram && sent?.program === last.program;
    const held = isOfOther ? null : (sent?.title ?? null);
    const title = held ?? kept ?? (last === undefined ? null : { ...untitled, at });
    this.#programs.set(connection, {
      name: program,
      codecBefore: held === null && kept !== null ? (last?.codec ?? null) : null,
      silenced: null,
    });
    this.#live.set(mount, {
      mount,
      connection,
      connectedAt: at,
      firstAudioAt: null,
      codec: null,
      title,
      level: null,
      quality: null,
      silentSince: null,
    });
    this.#report({ type: "connected", mount, connection, at });
    // Replaces the same title if it still waits, sent before this connection.
    if (title) this.#titlePace.tell({ type: "title", mount, connection, ...title });
  }

  /** Its sound can be decoded; whether it is audible is not known yet. */
  decoded(mount: string, connection: string, codec: Codec): void {
    const state = this.#current(mount, connection);
    if (!state) return;
    state.codec = codec;
    const program = this.#programs.get(connection);
    const before = program?.codecBefore ?? null;
    if (before !== null && before !== codec) this.title(mount, connection, untitled, this.#now());
    if (program) program.codecBefore = null;
  }

  /** The first audible sound. */
  firstAudio(mount: string, connection: string, codec: Codec): void {
    const state = this.#current(mount, connection);
    if (!state || state.firstAudioAt !== null) return;
    state.firstAudioAt = this.#now();
    state.codec = codec;
    this.#report({ type: "firstAudio", mount, connection, at: state.firstAudioAt, codec });
  }

  /**
   * `clean`: from `cleanTitle`. `connection` null: from a metadata request, which names only the mount; `program`: how its
   * sender calls itself.
   */
  title(mount: string, connection: string | null, clean: TitleFields, at: number, program = ""): void {
    const state = connection === null ? this.#live.get(mount) : this.#current(mount, connection);
    if (connection !== null && !state) return;
    // Encoders repeat the same title; a repetition is not reported.
    const last = state ? state.title : this.#heldTitles.get(mount)?.title;
    const source = state && this.#programs.get(state.connection);
    if (source) source.codecBefore = null;
    const { silenced = null } = source ?? {};
    if (isSame(last, clean) || (state?.silentSince != null && isSame(silenced, clean))) return;
    const title = { ...clean, at };
    if (state) state.title = title;
    else this.#holdTitle(mount, { title, program });
    this.#titlePace.tell({ type: "title", mount, connection: state?.connection ?? null, ...title });
  }

  level(mount: string, connection: string, level: Level, quality: Quality): void {
    const state = this.#current(mount, connection);
    if (!state) return;
    state.level = level;
    state.quality = quality;
    this.#endSilentTitle(state);
    const { codec } = state;
    this.#report({ type: "level", mount, connection, at: this.#now(), level, quality, codec });
  }

  /** `since` null: sound again. */
  silence(mount: string, connection: string, since: number | null): void {
    const state = this.#current(mount, connection);
    if (!state) return;
    state.silentSince = since;
    const isSilent = since !== null;
    const program = this.#programs.get(connection);
    if (program && !isSilent) program.silenced = null;
    this.#report({ type: "silence", mount, connection, at: since ?? this.#now(), isSilent });
  }

  /** A title ends with the silence that follows its track. One that was sent before the first sound is still to come. */
  #endSilentTitle({ mount, connection, title, silentSince, firstAudioAt }: EncoderReport): void {
    if (title === null || silentSince === null || firstAudioAt === null) return;
    const isOver = this.#now() - silentSince >= titleSilentMs && title.at < silentSince;
    if (!isOver) return;
    const program = this.#programs.get(connection);
    this.title(mount, connection, untitled, silentSince);
    if (program) program.silenced ??= title;
  }

  /** Stores a line that the ear hears: one that it has told of before is replaced. */
  heard(mount: string, connection: string, line: HeardLine): void {
    const state = this.#current(mount, connection);
    if (!state) return;
    const others = (state.heard ?? []).filter((each) => each.line !== line.line);
    if (line.isOver) this.#overAt.set(line.line, this.#now());
    const isOlder = (a: HeardLine, b: HeardLine) => Number(b.isOver) - Number(a.isOver) || a.to - b.to;
    state.heard = [...others, line].toSorted(isOlder).slice(-maxHeardLines);
    this.#report({ type: "heard", mount, connection, at: this.#now(), ...line });
  }

  /** Stores why the source is about to be ended; reported with its `disconnected`. */
  fault(mount: string, connection: string, fault: SourceFaultCode): void {
    if (this.#current(mount, connection)) this.#faults.set(connection, fault);
  }

  /** `isLost`: the encoder itself had not disconnected. */
  disconnected(mount: string, connection: string, isLost: boolean): void {
    const state = this.#current(mount, connection);
    if (!state) return;
    this.#live.delete(mount);
    const program = this.#programs.get(connection)?.name ?? "";
    this.#programs.delete(connection);
    if (state.title)
      this.#keepLastTitle(mount, { title: isLost ? state.title : null, program, codec: state.codec });
    this.#titlePace.forget(mount);
    this.#listeners.delete(mount);
    const fault = this.#faults.get(connection);
    this.#faults.delete(connection);
    this.#report({ type: "disconnected", mount, connection, at: this.#now(), ...(fault && { fault }) });
  }

  refused(mount: string, reason: "busy" | "password"): void {
    this.#report({ type: "refused", mount, at: this.#now(), reason });
  }

  /**
   * Returns the number of listeners of this mount's source; undefined while the gateway has not reported it, or where
   * there is no source.
   */
  listeners(mount: string): number | undefined {
    return this.#listeners.get(mount);
  }

  setListeners(mount: string, count: number): void {
    if (this.#live.has(mount)) this.#listeners.set(mount, count);
  }

  snapshot(): EncoderReport[] {
    this.#forgetOver();
    return [...this.#live.values()].map((state) => ({ ...state }));
  }

  /** Drops lines that were over long ago. */
  #forgetOver(): void {
    const now = this.#now();
    for (const [line, at] of this.#overAt) if (at <= now - heardKeptMs) this.#overAt.delete(line);
    for (const state of this.#live.values())
      if (state.heard)
        state.heard = state.heard.filter(({ line, isOver }) => !isOver || this.#overAt.has(line));
  }

  #current(mount: string, connection: string): EncoderReport | undefined {
    const state = this.#live.get(mount);
    return state?.connection === connection ? state : undefined;
  }

  #takeHeldTitle(mount: string): HeldTitle | null {
    const held = this.#heldTitles.get(mount);
    this.#heldTitles.delete(mount);
    return held && held.title.at > this.#now() - titleHeldMs ? held : null;
  }

  #takeLastTitle(mount: string): LastTitle | undefined {
    const last = this.#lastTitles.get(mount);
    this.#lastTitles.delete(mount);
    return last && last.leftAt > this.#now() - titleKeptMs ? last : undefined;
  }

  #keepLastTitle(mount: string, last: Omit<LastTitle, "leftAt">): void {
    const now = this.#now();
    for (const [key, { leftAt }] of this.#lastTitles)
      if (leftAt <= now - titleKeptMs) this.#lastTitles.delete(key);
    this.#lastTitles.set(mount, { ...last, leftAt: now });
  }

  #holdTitle(mount: string, held: HeldTitle): void {
    for (const [key, { title }] of this.#heldTitles)
      if (title.at <= this.#now() - titleHeldMs) this.#heldTitles.delete(key);
    this.#heldTitles.set(mount, held);
  }
}

const isSame = (a: TitleFields | null | undefined, b: TitleFields) =>
  a?.artist === b.artist && a.title === b.title;
