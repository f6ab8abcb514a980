/** Finds wallets that tip each other and hardly receive from anyone else. Pure. */
import type { TipEdge } from "#app/domains/value/tokens/queries/token-supply.ts";

export interface Circle {
  members: string[];
  /** Tokens that moved inside. */
  amount: number;
  /** The lowest share of one member in all that the members received. */
  share: number;
}

/** Pairs and threes in which each received more than `share` of its tokens from the others. */
export function findCircles(edges: readonly TipEdge[], share: number): Circle[] {
  const into = Map.groupBy(edges, ({ to }) => to);
  const sendersOf = (wallet: string) =>
    (into.get(wallet) ?? []).toSorted((a, b) => b.amount - a.amount).map(({ from }) => from);
  const circleOf = (members: string[]): Circle | null => {
    const unique = [...new Set(members)].toSorted();
    if (unique.length !== members.length) return null;
    const inside = unique.map((member) => {
      const received = into.get(member) ?? [];
      const own = received.filter(({ from }) => unique.includes(from));
      return { amount: own.reduce((sum, { amount }) => sum + amount, 0), total: received[0]?.total ?? 0 };
    });
    const lowest = Math.min(...inside.map(({ amount, total }) => (total === 0 ? 0 : amount / total)));
    if (lowest <= share) return null;
    return { members: unique, amount: inside.reduce((sum, { amount }) => sum + amount, 0), share: lowest };
  };

  const found = new Map<string, Circle>();
  const add = (members: (string | undefined)[]) => {
    const circle = circleOf(members.filter((member) => member !== undefined));
    if (circle !== null && circle.members.length === members.length)
      found.set(circle.members.join(" "), circle);
  };
  for (const wallet of into.keys()) add([wallet, sendersOf(wallet)[0]]);
  const pairs = [...found.values()].map(({ members }) => new Set(members));
  const holdsPair = (members: (string | undefined)[]) =>
    pairs.some((pair) => members.filter((member) => member !== undefined && pair.has(member)).length === 2);
  for (const wallet of into.keys()) {
    const [first, second] = sendersOf(wallet);
    const [beforeFirst] = first === undefined ? [] : sendersOf(first);
    for (const third of [second, beforeFirst]) {
      const members = [wallet, first, third];
      if (!holdsPair(members)) add(members);
    }
  }
  return [...found.values()].toSorted((a, b) => b.amount - a.amount);
}
