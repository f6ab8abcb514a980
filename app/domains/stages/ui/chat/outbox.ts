/**
 * What was typed and not yet taken by the room: the draft, and the messages on their way or refused. Kept outside
 * the components and in the tab's storage, so that neither closing the panel, nor another page, nor a reload loses
 * a word.
 */
import { useCallback, useSyncExternalStore } from "react";
import { makeId } from "../../live/connection.ts";

export interface Outgoing {
  id: string;
  text: string;
  status: "sending" | "failed";
  /** Why it was refused, for people. */
  reason: string | null;
  /** The code of the refusal, or null. */
  code: string | null;
  /** Epoch ms from which it may be tried again, or null. */
  retryAt: number | null;
}

export interface Outbox {
  draft: string;
  outgoing: readonly Outgoing[];
}

const empty: Outbox = { draft: "", outgoing: [] };
const boxes = new Map<string, Outbox>();
const listeners = new Set<() => void>();
const storageKey = (room: string) => `cue:chat:${room}`;

function restore(room: string): Outbox {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey(room)) ?? "null");
    if (typeof stored !== "object" || stored === null) return empty;
    const draft = "draft" in stored && typeof stored.draft === "string" ? stored.draft : "";
    const texts = "unsent" in stored && Array.isArray(stored.unsent) ? stored.unsent : [];
    const outgoing = texts.flatMap((entry: unknown): Outgoing[] => {
      if (!Array.isArray(entry)) return [];
      const [id, text] = entry as unknown[];
      if (typeof id !== "string" || typeof text !== "string") return [];
      return [{ id, text, status: "failed", reason: "This may not have arrived", code: null, retryAt: null }];
    });
    return { draft, outgoing };
  } catch {
    return empty;
  }
}

function read(room: string): Outbox {
  let box = boxes.get(room);
  if (!box) {
    box = restore(room);
    boxes.set(room, box);
  }
  return box;
}

function write(room: string, change: (box: Outbox) => Outbox): void {
  const next = change(read(room));
  boxes.set(room, next);
  try {
    const unsent = next.outgoing.map(({ id, text }) => [id, text]);
    if (next.draft === "" && unsent.length === 0) sessionStorage.removeItem(storageKey(room));
    else sessionStorage.setItem(storageKey(room), JSON.stringify({ draft: next.draft, unsent }));
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says one thing, the same `id` being the same thing; rejects with a sentence and, where waiting helps, for how long. */
export type Say = (text: string, id: string) => Promise<unknown>;

function retryAtOf(error: unknown): number | null {
  const waitMs = error instanceof Error && "retryAfterMs" in error ? error.retryAfterMs : undefined;
  return typeof waitMs === "number" ? Date.now() + waitMs : null;
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** The outbox of one room (`stage/<id>`, `profile/<id>`). */
export function useOutbox(room: string, say: Say) {
  const box = useSyncExternalStore(
    subscribe,
    () => read(room),
    () => empty,
  );

  const transmit = useCallback(
    async ({ id, text }: Pick<Outgoing, "id" | "text">) => {
      const mark = (fields: Partial<Outgoing>) =>
        write(room, (now) => ({
          ...now,
          outgoing: now.outgoing.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry)),
        }));
      mark({ status: "sending", reason: null, code: null, retryAt: null });
      try {
        await say(text, id);
        write(room, (now) => ({ ...now, outgoing: now.outgoing.filter((entry) => entry.id !== id) }));
      } catch (error) {
        const reason = error instanceof Error ? error.message : "Not sent";
        mark({ status: "failed", reason, code: codeOf(error), retryAt: retryAtOf(error) });
      }
    },
    [room, say],
  );

  return {
    ...box,
    setDraft: (draft: string) => write(room, (now) => ({ ...now, draft })),
    /** Sends the draft and empties it. */
    sendDraft: (text: string) => {
      const id = makeId();
      const entry: Outgoing = { id, text, status: "sending", reason: null, code: null, retryAt: null };
      write(room, (now) => ({ draft: "", outgoing: [...now.outgoing, entry] }));
      void transmit(entry);
    },
    retry: (entry: Outgoing) => void transmit(entry),
    discard: (id: string) =>
      write(room, (now) => ({ ...now, outgoing: now.outgoing.filter((entry) => entry.id !== id) })),
  };
}
