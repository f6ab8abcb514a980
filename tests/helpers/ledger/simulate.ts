/** Runs a world and says what it found. */
import { type Parts, soundParts, World } from "./world.ts";

export interface Run {
  seed: number;
  /** Number of requests by people, jobs and operators. */
  operations: number;
  wallets: number;
  parts?: Parts;
}

export interface Outcome {
  /** The fault that was found, and at which operation; null: nothing. */
  fault: { at: number; what: string } | null;
  operations: number;
  steps: number;
  entries: number;
  tips: number;
}

/** So many operations lie between two books that are added up completely. */
const fullCheckEvery = 1_000;

/** So many requests are made once more when all is settled. */
const repeated = 200;

export function simulate({ seed, operations, wallets, parts = soundParts }: Run): Outcome {
  const world = new World(seed, wallets, parts);
  let fault: Outcome["fault"] = null;
  try {
    while (world.operations < operations) {
      world.step();
      if (world.steps % (4 * fullCheckEvery) === 0) check(world, world.random.of(world.nodes));
    }
    world.settle();
    checkSettled(world);
    const balances = world.nodes.map(({ book }) => book.balance());
    world.clients.repeatSome(repeated);
    world.settle();
    if (world.nodes.some(({ book }, index) => book.balance() !== balances[index]))
      throw new Error("a repeated request has moved tokens");
  } catch (error) {
    fault = { at: world.operations, what: error instanceof Error ? error.message : String(error) };
  }
  return {
    fault,
    operations: world.operations,
    steps: world.steps,
    entries: world.nodes.reduce((sum, { store }) => sum + store.head().size, 0),
    tips: world.rooms.shown.size,
  };
}

function check(world: World, { id, book }: World["nodes"][number]): void {
  const wrong = book.check();
  if (wrong.length > 0) throw new Error(`${id}: ${wrong.join("; ")} (of ${world.nodes.length})`);
}

/** Everything has come to rest: each tip is at both ends, in the room and in the database, once. */
function checkSettled(world: World): void {
  const { transfers, rooms, database, nodes, clients } = world;
  if (world.undelivered() !== 0) throw new Error(`${world.undelivered()} tokens are undelivered at rest`);
  for (const node of nodes) {
    check(world, node);
    if (node.store.hasDeliveries) throw new Error(`${node.id} still has deliveries`);
  }
  for (const { answer, id } of clients.requests)
    if (answer?.ok === true && !transfers.has(answer.transfer)) throw new Error(`${id} is gone`);
  let total = 0;
  for (const [id, { from, to, amount, reverses, isCredited, end }] of transfers) {
    if (end !== (isCredited ? "confirmed" : "returned")) throw new Error(`${id} has not ended`);
    const [sender, receiver] = [world.node(from), world.node(to)];
    const atSender = sender.isErased || sender.store.hasEntry(`send/${id}`);
    const atReceiver = receiver.isErased ? isCredited : receiver.store.hasEntry(`receive/${from}/${id}`);
    if (!atSender || atReceiver !== isCredited) throw new Error(`${id} is not at both ends`);
    if (database.amounts.has(id) !== isCredited) throw new Error(`${id} is not as it should be in D1`);
    const isShown = isCredited && reverses === null;
    if (rooms.shown.get(id) !== (isShown ? 1 : undefined))
      throw new Error(`${id} was shown ${rooms.shown.get(id)} times`);
    if (isShown) total += amount;
  }
  if (total !== rooms.total) throw new Error(`rooms have ${rooms.total}, not ${total}`);
}
