/**
 * Returns the text that a device signs to allow one tip: one field a line. `from` is the sender's wallet, `place`
 * `stage/<id>` or `profile/<id>`, `performer` their user id, `at` epoch ms.
 */
export function tipText(tip: {
  id: string;
  from: string;
  place: string;
  performer: string;
  amount: number;
  at: number;
}): string {
  const { id, from, place, performer, amount, at } = tip;
  return ["cue tip 1", id, from, place, performer, amount, at].join("\n");
}
