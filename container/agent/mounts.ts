/**
 * What the agent knows of each mount, told as facts the moment it changes and as a whole in every snapshot.
 * Titles may come before their source: they are held for it.
 */
import type { Codec, Fact, Level, MountState, Title } from "#app/domains/media/contract/control.ts";
import type { Quality } from "#app/domains/media/contract/quality.ts";
import { cleanTitle, type TitleFields } from "./door/title.ts";

const titleHeldMs = 30_000;

export interface Mounts {
  connected: (mount: string, connection: string) => void;
  firstAudio: (mount: string, connection: string, codec: Codec) => void;
  /** `connection` null: from a metadata request, which names only the mount. Empty titles are ignored. */
  title: (mount: string, connection: string | null, fields: TitleFields, at: number) => void;
  level: (mount: string, connection: string, level: Level, quality: Quality) => void;
  /** `since` null: sound again. */
  silence: (mount: string, connection: string, since: number | null) => void;
  disconnected: (mount: string, connection: string) => void;
  refused: (mount: string, reason: "busy" | "password") => void;
  /** How many hear this mount's source; undefined while the gateway has not said so, or where there is no source. */
  listeners: (mount: string) => number | undefined;
  setListeners: (mount: string, count: number) => void;
  snapshot: () => MountState[];
}

/** `now`: server epoch ms. Reports for a connection that is not the mount's current one change nothing. */
export function createMounts(now: () => number, report: (fact: Fact) => void): Mounts {
  const live = new Map<string, MountState>();
  const heldTitles = new Map<string, Title>();
  const listeners = new Map<string, number>();

  function current(mount: string, connection: string): MountState | undefined {
    const state = live.get(mount);
    return state?.connection === connection ? state : undefined;
  }

  function takeHeldTitle(mount: string): Title | null {
    const title = heldTitles.get(mount);
    heldTitles.delete(mount);
    return title && title.at > now() - titleHeldMs ? title : null;
  }

  function holdTitle(mount: string, title: Title): void {
    for (const [key, { at }] of heldTitles) if (at <= now() - titleHeldMs) heldTitles.delete(key);
    heldTitles.set(mount, title);
  }

  return {
    connected(mount, connection) {
      const at = now();
      const title = takeHeldTitle(mount);
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
      if (title) report({ type: "title", mount, connection, ...title });
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
      // Encoders say the same title again and again; that is no news.
      const last = state ? state.title : heldTitles.get(mount);
      if (last?.artist === clean.artist && last.title === clean.title) return;
      const title = { ...clean, at };
      if (state) state.title = title;
      else holdTitle(mount, title);
      report({ type: "title", mount, connection: state?.connection ?? null, ...title });
    },
    level(mount, connection, level, quality) {
      const state = current(mount, connection);
      if (!state) return;
      state.level = level;
      state.quality = quality;
      report({ type: "level", mount, connection, at: now(), level, quality });
    },
    silence(mount, connection, since) {
      const state = current(mount, connection);
      if (!state) return;
      state.silentSince = since;
      report({ type: "silence", mount, connection, at: since ?? now(), isSilent: since !== null });
    },
    disconnected(mount, connection) {
      if (!current(mount, connection)) return;
      live.delete(mount);
      listeners.delete(mount);
      report({ type: "disconnected", mount, connection, at: now() });
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
