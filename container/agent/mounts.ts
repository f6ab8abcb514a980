/**
 * What the agent knows of each mount, reported as facts when it changes and as a whole in every snapshot. Titles may
 * come before their source: they are held for it.
 */
import type { Codec, EncoderReport, Fact, Title } from "#app/domains/media/contract/control.ts";
import { type HeardLine, maxHeardLines } from "#app/domains/media/contract/heard.ts";
import type { Level, Quality, SourceFaultCode } from "#app/domains/media/contract/quality.ts";
import type { TitleFields } from "./door/title.ts";
import { TitlePace } from "./title-pace.ts";

const titleHeldMs = 30_000;
/**
 * After a drop many encoders (Mixxx, and all that send titles by metadata requests) send the next title only with the
 * next track, while the current track goes on. An encoder that reconnects within this time without a title still plays
 * the last one.
 */
const titleKeptMs = 60_000;
/** A line that is over stays in snapshots for so long: the report of its end may have been lost. */
const heardKeptMs = 60_000;

/** Reports for a connection that is not the mount's current one change nothing. */
export class Mounts {
  readonly #now: () => number;
  readonly #report: (fact: Fact) => void;
  readonly #titlePace: TitlePace;
  readonly #live = new Map<string, EncoderReport>();
  readonly #heldTitles = new Map<string, Title>();
  /** The last title of an encoder that left, until it reconnects or `titleKeptMs` have passed. */
  readonly #lastTitles = new Map<string, { title: Title; leftAt: number }>();
  /** By connection, until it is reported. */
  readonly #faults = new Map<string, SourceFaultCode>();
  readonly #listeners = new Map<string, number>();
  /** When lines of the ear were over, by line. */
  readonly #overAt = new Map<string, number>();

  /** `now`: server epoch ms. */
  constructor(now: () => number, report: (fact: Fact) => void) {
    this.#now = now;
    this.#report = report;
    this.#titlePace = new TitlePace(report);
  }

  connected(mount: string, connection: string): void {
    const at = this.#now();
    const last = this.#takeLastTitle(mount);
    const title = this.#takeHeldTitle(mount) ?? last;
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
    if (state) state.codec = codec;
  }

  /** The first audible sound. */
  firstAudio(mount: string, connection: string, codec: Codec): void {
    const state = this.#current(mount, connection);
    if (!state || state.firstAudioAt !== null) return;
    state.firstAudioAt = this.#now();
    state.codec = codec;
    this.#report({ type: "firstAudio", mount, connection, at: state.firstAudioAt, codec });
  }

  /** `clean`: from `cleanTitle`. `connection` null: from a metadata request, which names only the mount. */
  title(mount: string, connection: string | null, clean: TitleFields, at: number): void {
    const state = connection === null ? this.#live.get(mount) : this.#current(mount, connection);
    if (connection !== null && !state) return;
    // Encoders repeat the same title; a repetition is not reported.
    const last = state ? state.title : this.#heldTitles.get(mount);
    if (last?.artist === clean.artist && last.title === clean.title) return;
    const title = { ...clean, at };
    if (state) state.title = title;
    else this.#holdTitle(mount, title);
    this.#titlePace.tell({ type: "title", mount, connection: state?.connection ?? null, ...title });
  }

  level(mount: string, connection: string, level: Level, quality: Quality): void {
    const state = this.#current(mount, connection);
    if (!state) return;
    state.level = level;
    state.quality = quality;
    const { codec } = state;
    this.#report({ type: "level", mount, connection, at: this.#now(), level, quality, codec });
  }

  /** `since` null: sound again. */
  silence(mount: string, connection: string, since: number | null): void {
    const state = this.#current(mount, connection);
    if (!state) return;
    state.silentSince = since;
    const isSilent = since !== null;
    this.#report({ type: "silence", mount, connection, at: since ?? this.#now(), isSilent });
  }

  /** What the ear hears: a line that it has told of before is replaced. */
  heard(mount: string, connection: string, line: HeardLine): void {
    const state = this.#current(mount, connection);
    if (!state) return;
    const others = (state.heard ?? []).filter((each) => each.line !== line.line);
    if (line.isOver) this.#overAt.set(line.line, this.#now());
    const isOlder = (a: HeardLine, b: HeardLine) => Number(b.isOver) - Number(a.isOver) || a.to - b.to;
    state.heard = [...others, line].toSorted(isOlder).slice(-maxHeardLines);
    this.#report({ type: "heard", mount, connection, at: this.#now(), ...line });
  }

  /** Why the source is about to be ended; reported with its `disconnected`. */
  fault(mount: string, connection: string, fault: SourceFaultCode): void {
    if (this.#current(mount, connection)) this.#faults.set(connection, fault);
  }

  disconnected(mount: string, connection: string): void {
    const state = this.#current(mount, connection);
    if (!state) return;
    this.#live.delete(mount);
    if (state.title) this.#keepLastTitle(mount, state.title);
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
   * How many listeners this mount's source has; undefined while the gateway has not reported it, or where there is no
   * source.
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

  #takeHeldTitle(mount: string): Title | null {
    const title = this.#heldTitles.get(mount);
    this.#heldTitles.delete(mount);
    return title && title.at > this.#now() - titleHeldMs ? title : null;
  }

  #takeLastTitle(mount: string): Title | null {
    const last = this.#lastTitles.get(mount);
    this.#lastTitles.delete(mount);
    return last && last.leftAt > this.#now() - titleKeptMs ? last.title : null;
  }

  #keepLastTitle(mount: string, title: Title): void {
    const now = this.#now();
    for (const [key, { leftAt }] of this.#lastTitles)
      if (leftAt <= now - titleKeptMs) this.#lastTitles.delete(key);
    this.#lastTitles.set(mount, { title, leftAt: now });
  }

  #holdTitle(mount: string, title: Title): void {
    for (const [key, { at }] of this.#heldTitles)
      if (at <= this.#now() - titleHeldMs) this.#heldTitles.delete(key);
    this.#heldTitles.set(mount, title);
  }
}
