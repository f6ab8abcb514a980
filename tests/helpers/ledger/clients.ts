/** People, jobs and operators of the simulated world: they ask, ask again, and remember what they were answered. */
import type { SendAnswer } from "#app/domains/value/tokens/book.ts";
import { type ClaimKind, claimKinds } from "#app/domains/value/tokens/rules.ts";
import type { Refusal } from "#app/errors.ts";
import { isSame, type WalletNode } from "./wallet-node.ts";
import type { World } from "./world.ts";

/** A request that a device has stored before it asked. */
interface Request {
  id: string;
  content: string;
  from: WalletNode;
  to: string | Refusal;
  amount: number;
  reverses: string | null;
  authorisation: string;
  answer: SendAnswer | null;
}

interface Claim {
  id: string;
  kind: ClaimKind;
  amount: number;
  node: WalletNode;
  isPaid: boolean;
}

const amounts = [1, 1, 2, 3, 5, 5, 5, 10, 25, 25, 100, 500, 1_000];
const notAmounts = [0, -5, 1.5, 1_001, Number.NaN];
const operator = "operator:1";

export class Clients {
  readonly requests: Request[] = [];
  readonly claims: Claim[] = [];
  #received: { tip: string; request: Request }[] = [];
  #unanswered: Request[] = [];
  #unpaid: Claim[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** One of the things that people, jobs and operators do. */
  act(): void {
    const { random } = this.#world;
    const what = random.next();
    if (what < 0.5) this.#tip();
    else if (what < 0.56) this.#giveBack();
    else if (what < 0.7) this.#claim();
    else if (what < 0.88) this.#askAgain();
    else if (what < 0.93) this.#askOld();
    else if (what < 0.96) this.#askOther();
    else if (what < 0.996) this.#world.anyNode().setFrozen(random.chance(0.3));
    else this.#world.closeOne();
  }

  /** Everything is asked again that has no answer. Returns whether there was any. */
  finish(): boolean {
    const isWaiting = ({ from, answer }: Request) => answer === null && !from.isErased;
    this.#unanswered = this.#unanswered.filter(isWaiting);
    this.#unpaid = this.#unpaid.filter(({ isPaid, node }) => !isPaid && node.model.state === "open");
    for (const request of this.#unanswered) this.#ask(request);
    for (const claim of this.#unpaid) this.#mint(claim);
    return this.#unanswered.length + this.#unpaid.length > 0;
  }

  /** Some requests and claims once more: each has its answer for ever, and nothing moves. */
  repeatSome(count: number): void {
    const { random } = this.#world;
    for (let left = count; left > 0; left -= 1) {
      const request = random.of(this.requests);
      if (request?.from.isErased === false) this.#ask(request);
      const claim = random.of(this.claims);
      if (claim?.isPaid) this.#mint(claim);
    }
  }

  #tip(): void {
    const { random } = this.#world;
    const [from, to] = [this.#world.anyNode(), this.#world.anyNode()];
    if (from === to) return;
    const isRefused = random.chance(0.03);
    this.#begin({
      from,
      to: isRefused ? { ok: false, code: "not-live" } : to.id,
      amount: random.chance(0.02) ? random.of(notAmounts) : random.of(amounts),
      reverses: null,
      authorisation: random.chance(0.3) ? "device:d" : "session",
    });
  }

  #giveBack(): void {
    const { random } = this.#world;
    const recent = this.#received.slice(-400);
    if (recent.length === 0) return;
    const { tip, request } = random.of(recent);
    this.#begin({
      from: this.#world.node(request.to as string),
      to: request.from.id,
      amount: random.chance(0.5) ? request.amount : 1 + random.below(request.amount + 1),
      reverses: tip,
      authorisation: random.chance(0.2) ? operator : "session",
    });
  }

  #begin(request: Omit<Request, "id" | "content" | "answer">): void {
    const { to, amount, reverses } = request;
    const id = `request-${this.requests.length}`;
    const content = `${reverses} ${amount} ${typeof to === "string" ? to : to.code}`;
    const begun = { ...request, id, content, answer: null };
    this.requests.push(begun);
    this.#unanswered.push(begun);
    this.#ask(begun);
  }

  /** Each attempt brings a new transfer id, as each call of the object makes one. */
  #ask(request: Request, content = request.content): void {
    const { id, from, to, amount, reverses, authorisation } = request;
    const world = this.#world;
    world.deliver(() => {
      const transfer = world.newTransfer();
      const order = { id, content, transfer, amount, authorisation, now: world.now(), details: "" };
      const hear = (answer: SendAnswer) => this.#hear(request, content, answer);
      if (reverses === null) from.send({ ...order, to }, hear);
      else from.giveBack({ ...order, to: to as string, reverses }, hear);
    });
  }

  #hear(request: Request, content: string, answer: SendAnswer): void {
    if (content !== request.content) {
      if (answer.ok || answer.code !== "key-reused")
        throw new Error(`${request.id} took another content: ${JSON.stringify(answer)}`);
      return;
    }
    if (request.answer === null) {
      request.answer = answer;
      if (answer.ok && request.reverses === null) this.#received.push({ tip: answer.transfer, request });
    } else if (!isSame(request.answer, answer))
      throw new Error(
        `${request.id} was answered ${JSON.stringify(request.answer)}, then ${JSON.stringify(answer)}`,
      );
  }

  #claim(): void {
    const { random } = this.#world;
    const kind = random.of(claimKinds);
    const amount = random.chance(0.1) ? 1_000 + random.below(5_000) : random.of([10, 15, 25, 50, 200]);
    const node = this.#world.anyNode();
    const claim = { id: `claim-${this.claims.length}`, kind, amount, node, isPaid: false };
    this.claims.push(claim);
    this.#unpaid.push(claim);
    this.#mint(claim);
  }

  #mint(claim: Claim): void {
    const { id, kind, amount, node } = claim;
    this.#world.deliver(() =>
      node.mint({ id, kind, amount }, (isPaid) => {
        // An answer from before it was paid may come late.
        claim.isPaid ||= isPaid;
      }),
    );
  }

  /** One that has no answer yet, or a claim that is not paid. */
  #askAgain(): void {
    const { random } = this.#world;
    const index = random.below(this.#unanswered.length);
    const request = this.#unanswered[index];
    if (request?.answer === null && !request.from.isErased) return this.#ask(request);
    removeAt(this.#unanswered, index);
    const place = random.below(this.#unpaid.length);
    const claim = this.#unpaid[place];
    if (claim?.isPaid === false) this.#mint(claim);
    else removeAt(this.#unpaid, place);
  }

  #askOld(): void {
    if (this.requests.length === 0) return;
    const request = this.#world.random.of(this.requests);
    if (!request.from.isErased) this.#ask(request);
  }

  /** The id of an answered request, for something else. */
  #askOther(): void {
    if (this.requests.length === 0) return;
    const request = this.#world.random.of(this.requests);
    if (request.answer !== null && !request.from.isErased) this.#ask(request, `${request.content}, or else`);
  }
}

/** The order does not matter. */
function removeAt(list: unknown[], index: number): void {
  const last = list.pop();
  if (index < list.length) list[index] = last;
}
