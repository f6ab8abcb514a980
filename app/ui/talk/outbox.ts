/**
 * Typed text and unsent messages of a chat or a conversation: the draft, and the messages being sent or refused. Stored
 * outside the components and in the tab's storage, so that nothing is lost by closing the panel, changing pages or
 * reloading.
 */
import { useMemo } from "react";
import * as z from "zod/mini";
import { makeId } from "../make-id.ts";
import { Store, useStore } from "../store.ts";

const Recipient = z.object({ id: z.string(), name: z.string() });
export type Recipient = z.infer<typeof Recipient>;

export interface Outgoing {
  id: string;
  text: string;
  /** A picture as a data URL, or null. */
  picture: string | null;
  /** The recipients, where each message of a place has its own; otherwise null. */
  to: readonly Recipient[] | null;
  /** The id of the message that it answers. */
  replyTo?: string;
  status: "sending" | "failed";
  /** The reason why it was refused, for people. */
  reason: string | null;
  /** The code of the refusal, or null. */
  code: string | null;
  /** Epoch ms from which it may be retried, or null. */
  retryAt: number | null;
}

export interface Outbox {
  draft: string;
  /** A picture that waits to be sent with the draft. */
  picture: string | null;
  outgoing: readonly Outgoing[];
}

const empty: Outbox = { draft: "", picture: null, outgoing: [] };
const untold = { reason: null, code: null, retryAt: null };
/** Codes of messages without an acknowledgement: they may have arrived all the same. */
const noAnswer = ["timeout", "offline", "left"];
const isUnanswered = ({ code }: Outgoing) => noAnswer.includes(code ?? "");

/** Returns the key by writer and place: the next user who logs in in this tab sees none of it. */
const keyOf = (writerId: string | null, place: string) => `${writerId ?? ""}:${place}`;
const boxes = new Store<Record<string, Outbox>>({});
/** The outboxes stored before this page was loaded. */
const restored = new Map<string, Outbox>();
const storageKey = (key: string) => `cue:outbox:${key}`;
const Stored = z.object({
  draft: z.string(),
  unsent: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      to: z._default(z.nullable(z.array(Recipient)), null),
      replyTo: z.optional(z.string()),
    }),
  ),
});

function restore(key: string): Outbox {
  try {
    const stored = Stored.safeParse(JSON.parse(sessionStorage.getItem(storageKey(key)) ?? "null"));
    if (!stored.success) return empty;
    const { draft, unsent } = stored.data;
    const lost = { picture: null, status: "failed", retryAt: null, code: "left" } as const;
    const outgoing = unsent.map((entry) => ({
      ...entry,
      ...lost,
      reason: "This message may not have arrived",
    }));
    return { draft, picture: null, outgoing };
  } catch {
    return empty;
  }
}

function read(key: string): Outbox {
  const box = boxes.get()[key] ?? restored.get(key) ?? restore(key);
  restored.set(key, box);
  return box;
}

function write(key: string, change: (box: Outbox) => Partial<Outbox>): void {
  const before = read(key);
  const next = { ...before, ...change(before) };
  try {
    // A picture alone is too large to store, and useless without its text.
    const unsent = next.outgoing
      .filter(({ picture }) => picture === null)
      .map(({ id, text, to, replyTo }) => ({ id, text, to, replyTo }));
    if (next.draft === "" && unsent.length === 0) sessionStorage.removeItem(storageKey(key));
    else sessionStorage.setItem(storageKey(key), JSON.stringify({ draft: next.draft, unsent }));
  } catch {
    // Without storage it lasts as long as the page.
  }
  boxes.change({ [key]: next });
}

export const readOutbox = (writerId: string | null, place: string): Outbox => read(keyOf(writerId, place));

/** Whether there is an unsent draft. */
export function hasDraft(writerId: string, place: string): boolean {
  const { draft, picture } = readOutbox(writerId, place);
  return draft.trim() !== "" || picture !== null;
}

/**
 * Sends one message, where the same `id` is the same message; rejects with a sentence and, where waiting helps, for how
 * long.
 */
export type Send = (
  message: Pick<Outgoing, "id" | "text" | "picture" | "to" | "replyTo">,
) => Promise<unknown>;

/** A refusal in the form of `RoomError` and `ApiFailure`. */
const Refused = z.object({ code: z.string(), retryAfterMs: z.optional(z.number()) });

function refusalOf(error: unknown): Pick<Outgoing, "reason" | "code" | "retryAt"> {
  const reason = error instanceof Error ? error.message : "Not sent";
  const { code = null, retryAfterMs } = Refused.safeParse(error).data ?? {};
  return { reason, code, retryAt: retryAfterMs === undefined ? null : Date.now() + retryAfterMs };
}

/** The actions on the outbox of one writer in one place. */
export function outboxActions(writerId: string | null, place: string, send: Send) {
  const key = keyOf(writerId, place);
  const drop = (id: string) =>
    write(key, ({ outgoing }) => ({ outgoing: outgoing.filter((entry) => entry.id !== id) }));
  const transmit = async ({ id, text, picture, to, replyTo }: Outgoing) => {
    const mark = (fields: Partial<Outgoing>) =>
      write(key, ({ outgoing }) => ({
        outgoing: outgoing.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry)),
      }));
    mark({ status: "sending", ...untold });
    try {
      await send({ id, text, picture, to, ...(replyTo !== undefined && { replyTo }) });
      drop(id);
    } catch (error) {
      mark({ status: "failed", ...refusalOf(error) });
    }
  };
  return {
    setDraft: (draft: string) => write(key, () => ({ draft })),
    setPicture: (picture: string | null) => write(key, () => ({ picture })),
    /** Sends the draft, and clears the field. `replyTo`: the id of the message that it answers. */
    sendDraft: (text: string, to: readonly Recipient[] | null = null, replyTo?: string) => {
      const { picture } = read(key);
      const answer = replyTo === undefined ? undefined : { replyTo };
      const entry: Outgoing = { id: makeId(), text, picture, to, ...answer, status: "sending", ...untold };
      write(key, ({ outgoing }) => ({ draft: "", picture: null, outgoing: [...outgoing, entry] }));
      void transmit(entry);
    },
    retry: (entry: Outgoing) => void transmit(entry),
    /** Retries unacknowledged messages. */
    retryUnanswered: () => {
      for (const entry of read(key).outgoing)
        if (entry.status === "failed" && isUnanswered(entry)) void transmit(entry);
    },
    discard: drop,
    /** Moves a refused message back into the field, before the text there. */
    reopen: ({ id, text, picture }: Outgoing) =>
      write(key, (box) => ({
        draft: [text, box.draft].filter((each) => each.trim() !== "").join("\n"),
        picture: picture ?? box.picture,
        outgoing: box.outgoing.filter((entry) => entry.id !== id),
      })),
  };
}

/**
 * Whether a message may be replaced by edited text: not where it may have arrived unchanged, and not where its picture
 * would replace another.
 */
export function canReopen(entry: Outgoing, { picture }: Pick<Outbox, "picture">): boolean {
  return entry.status === "failed" && !isUnanswered(entry) && (entry.picture === null || picture === null);
}

/** The actions on a message that was refused. */
export interface OutgoingActions {
  onRetry: () => void;
  /** Moves it back into the field; null where that is not possible. */
  onEdit: (() => void) | null;
  onDiscard: () => void;
}

/** The outbox of one writer in one place: a room's path, or the key of a conversation. */
export function useOutbox(writerId: string | null, place: string, send: Send) {
  const key = keyOf(writerId, place);
  const box = useStore(boxes, () => read(key), empty);
  const actions = useMemo(() => outboxActions(writerId, place, send), [writerId, place, send]);
  return {
    ...box,
    ...actions,
    /** `onReopened`: its text is in the field again. */
    actionsOf: (entry: Outgoing, onReopened: () => void): OutgoingActions => ({
      onRetry: () => actions.retry(entry),
      onEdit: canReopen(entry, box)
        ? () => {
            actions.reopen(entry);
            onReopened();
          }
        : null,
      onDiscard: () => actions.discard(entry.id),
    }),
  };
}
