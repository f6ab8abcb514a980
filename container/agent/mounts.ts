/**
 * What the agent knows of each mount, reported as facts when it changes and as a whole in every snapshot. Titles may
 * come before their source: they are held for it.
 */
import type { Codec, EncoderReport, Fact, Title } from "#app/domains/media/contract/control.ts";
import type { Level, Quality, SourceFaultCode } from "#app/domains/media/contract/quality.ts";
import { cleanTitle, type TitleFields } from "./door/title.ts";
import { createTitlePace } from "./title-pace.ts";

const titleHeldMs = 30_000;
/**
 * After a drop many encoders (Mixxx, and all that send titles by metadata requests) send the next title only with the
 * next track, while the current track goes on. An encoder that reconnects within this time without a title still plays
 * the last one.
 */
const titleKeptMs = 60_000;

export interface Mounts {
  connected: (mount: string, connection: string) => void;
  /** Its sound can be decoded; whether it is audible is not known yet. */
  decoded: (mount: string, connection: string, codec: Codec) => void;
  /** The first audible sound. */
  firstAudio: (mount: string, connection: string, codec: Codec) => void;
  /** `connection` null: from a metadata request, which names only the mount. Empty titles are ignored. */
  title: (mount: string, connection: string | null, fields: TitleFields, at: number) => void;
  level: (mount: string, connection: string, level: Level, quality: Quality) => void;
  /** `since` null: sound again. */
  silence: (mount: string, connection: string, since: number | null) => void;
  /** Why the source is about to be ended; reported with its `disconnected`. */
  fault: (mount: string, connection: string, fault: SourceFaultCode) => void;
  disconnected: (mount: string, connection: string) => void;
  refused: (mount: string, reason: "busy" | "password") => void;
  /**
   * How many listeners this mount's source has; undefined while the gateway has not reported it, or where there is no
   * source.
   */
  listeners: (mount: string) => number | undefined;
  setListeners: (mount: string, count: number) => void;
  snapshot: () => EncoderReport[];
}

/** `now`: server epoch ms. Reports for a connection that is not the mount's current one change nothing. */
export function createMounts(now: () => number, report: (fact: Fact) => void): Mounts {
  const live = new Map<string, EncoderReport>();
  const heldTitles = new Map<string, Title>();
  /** The last title of an encoder that left, until it reconnects or `titleKeptMs` have passed. */
  const lastTitles = new Map<string, { title: Title; leftAt: number }>();
  const titlePace = createTitlePace(report);
  /** By connection, until it is reported. */
  const faults = new Map<string, SourceFaultCode>();
  const listeners = new Map<string, number>();

  function current(mount: string, connection: string): EncoderReport | undefined {
    const state = live.get(mount);
    return state?.connection === connection ? state : undefined;
  }

  function takeHeldTitle(mount: string): Title | null {
    const title = heldTitles.get(mount);
    heldTitles.delete(mount);
    return title && title.at > now() - titleHeldMs ? title : null;
  }

  function takeLastTitle(mount: string): Title | null {
    const last = lastTitles.get(mount);
    lastTitles.delete(mount);
    return last && last.leftAt > now() - titleKeptMs ? last.title : null;
  }

  function keepLastTitle(mount: string, title: Title): void {
    for (const [key, { leftAt }] of lastTitles) if (leftAt <= now() - titleKeptMs) lastTitles.delete(key);
    lastTitles.set(mount, { title, leftAt: now() });
  }

  function holdTitle(mount: string, title: Title): void {
    for (const [key, { at }] of heldTitles) if (at <= now() - titleHeldMs) heldTitles.delete(key);
    heldTitles.set(mount, title);
  }

  return {
    connected(mount, connection) {
      const at = now();
      const last = takeLastTitle(mount);
      const title = takeHeldTitle(mount) ?? last;
      live.set(mount, {
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
      report({ type: "connected", mount, connection, at });
      // Replaces the same title if it still waits, sent before this connection.
      if (title) titlePace.tell({ type: "title", mount, connection, ...title });
    },
    decoded(mount, connection, codec) {
      const state = current(mount, connection);
      if (state) state.codec = codec;
    },
    firstAudio(mount, connection, codec) {
      const state = current(mount, connection);
      if (!state || state.firstAudioAt !== null) return;
      state.firstAudioAt = now();
      state.codec = codec;
      report({ type: "firstAudio", mount, connection, at: state.firstAudioAt, codec });
    },
    title(mount, connection, fields, at) {
      const clean = cleanTitle(fields);
      if (!clean) return;
      const state = connection === null ? live.get(mount) : current(mount, connection);
      if (connection !== null && !state) return;
      // Encoders repeat the same title; a repetition is not reported.
      const last = state ? state.title : heldTitles.get(mount);
      if (last?.artist === clean.artist && last.title === clean.title) return;
      const title = { ...clean, at };
      if (state) state.title = title;
      else holdTitle(mount, title);
      titlePace.tell({ type: "title", mount, connection: state?.connection ?? null, ...title });
    },
    level(mount, connection, level, quality) {
      const state = current(mount, connection);
      if (!state) return;
      state.level = level;
      state.quality = quality;
      report({ type: "level", mount, connection, at: now(), level, quality, codec: state.codec });
    },
    silence(mount, connection, since) {
      const state = current(mount, connection);
      if (!state) return;
      state.silentSince = since;
      report({ type: "silence", mount, connection, at: since ?? now(), isSilent: since !== null });
    },
    fault(mount, connection, fault) {
      if (current(mount, connection)) faults.set(connection, fault);
    },
    disconnected(mount, connection) {
      const state = current(mount, connection);
      if (!state) return;
      live.delete(mount);
      if (state.title) keepLastTitle(mount, state.title);
      titlePace.forget(mount);
      listeners.delete(mount);
      const fault = faults.get(connection);
      faults.delete(connection);
      report({ type: "disconnected", mount, connection, at: now(), ...(fault && { fault }) });
    },
    refused(mount, reason) {
      report({ type: "refused", mount, at: now(), reason });
    },
    listeners: (mount) => listeners.get(mount),
    setListeners(mount, count) {
      if (live.has(mount)) listeners.set(mount, count);
    },
    snapshot: () => [...live.values()].map((state) => ({ ...state })),
  };
}
