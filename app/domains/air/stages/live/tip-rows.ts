/** Tips as rows of a chat, among its messages. Pure. */

/** A tip that a row shows: of a room, or of a replay. */
export interface ShownTip {
  id: string;
  /** Its time: epoch ms, or in a replay ms from the start. */
  at: number;
  fromUsername: string;
  /** Empty where the sender hides their name. */
  fromId: string;
  toUsername: string;
  toId: string;
  amount: number;
}

/** One tip, or all of a second with very many. */
export interface TipRow {
  id: string;
  at: number;
  amount: number;
  tips: readonly ShownTip[];
}

const maxRowsPerSecond = 5;

/** Returns rows by time. Where a second has more than five tips, they are one row. */
export function toTipRows(tips: readonly ShownTip[]): TipRow[] {
  const seconds = Map.groupBy(
    tips.toSorted((a, b) => a.at - b.at),
    ({ at }) => Math.floor(at / 1_000),
  );
  return [...seconds.values()].flatMap((some) =>
    some.length > maxRowsPerSecond ? [toRow(some)] : some.map((tip) => toRow([tip])),
  );
}

function toRow(tips: readonly ShownTip[]): TipRow {
  const [first] = tips;
  return {
    id: first?.id ?? "",
    at: first?.at ?? 0,
    amount: tips.reduce((sum, { amount }) => sum + amount, 0),
    tips,
  };
}

/** Both by time: each message after the tips before it. */
export function amongMessages<Message>(
  messages: readonly Message[],
  rows: readonly TipRow[],
  timeOf: (message: Message) => number,
): (Message | TipRow)[] {
  const merged: (Message | TipRow)[] = [];
  let next = 0;
  for (const message of messages) {
    for (let row = rows[next]; row && row.at < timeOf(message); row = rows[++next]) merged.push(row);
    merged.push(message);
  }
  return [...merged, ...rows.slice(next)];
}
