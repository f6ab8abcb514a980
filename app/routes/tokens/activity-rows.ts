/** The rows of the activity: pages put together, and what each row says. Pure. */
import type { ActivityPage, ActivityView } from "#app/domains/value/tokens/contract/tokens.ts";
import type { LampTone } from "#app/ui/lamp.tsx";
import { claimTexts } from "./claim-texts.ts";

export interface Rows {
  /** Newest first. */
  items: readonly ActivityView[];
  /** Start of the next older page; null: there is none. */
  before: number | null;
}

/** Adds a page of older rows. */
export function withOlder(rows: Rows, page: ActivityPage): Rows {
  return { items: merge(rows.items, page.items), before: page.before };
}

/** The first page was read again: what it has is newer, and older rows stay. */
export function withNewest(rows: Rows, page: ActivityPage): Rows {
  const oldestKnown = rows.items.at(-1)?.seq ?? 0;
  const oldestRead = page.items.at(-1)?.seq ?? 0;
  // So much has moved that there may be rows between the two: the list starts again.
  const isApart = page.before !== null && (rows.items[0]?.seq ?? 0) < oldestRead - 1;
  if (rows.items.length === 0 || isApart || oldestRead <= oldestKnown) return { ...page };
  return { items: merge(rows.items, page.items), before: rows.before };
}

/** A received tip that its performer has given back. */
export function givenBack(rows: Rows, seq: number): Rows {
  const items = rows.items.map((item) =>
    item.seq === seq ? { ...item, state: "given-back" as const, canGiveBack: 0 } : item,
  );
  return { ...rows, items };
}

/** Each number once; of two, the later one. */
function merge(known: readonly ActivityView[], read: readonly ActivityView[]): ActivityView[] {
  const bySeq = new Map([...known, ...read].map((item) => [item.seq, item]));
  return [...bySeq.values()].toSorted((a, b) => b.seq - a.seq);
}

/** The text of a row: words before and after the other person, where there is one. */
export interface RowTexts {
  before: string;
  person: { id: string; username: string } | null;
  after: string;
}

/** Returns the texts of it about someone who is known, and otherwise. */
export function wordsOf({ kind, person, isHidden, claim }: ActivityView): RowTexts {
  const named = (before: string, after = "") => ({ before, person, after });
  const plain = (before: string) => ({ before, person: null, after: "" });
  switch (kind) {
    case "earned": {
      const words = claim === null ? null : claimTexts(claim);
      if (words === null) return plain("Earned");
      return plain(words.reason === null ? words.title : `${words.title}: ${words.reason}`);
    }
    case "sent":
      if (person === null) return plain("Tip to a deleted account");
      return isHidden ? named("Hidden tip to ") : named("Tip to ");
    case "received":
      if (isHidden) return plain("Hidden tip");
      return person === null ? plain("Tip from a deleted account") : named("Tip from ");
    case "gave-back":
      return person === null ? plain("Given back") : named("Given back to ");
    case "got-back":
      return person === null ? plain("A tip was given back") : named("", " gave your tip back");
    case "returned":
      return plain("A tip came back: the account was deleted");
    case "retired":
      return plain("Ended with the account");
  }
}

export const stateTexts: Record<ActivityView["state"], { tone: LampTone; word: string }> = {
  done: { tone: "green", word: "Done" },
  "on-its-way": { tone: "amber", word: "On its way" },
  "given-back": { tone: "off", word: "Given back" },
};
