/** The facts that decide who may write to whom: read from D1, here and in a conversation's object. Pure. */

import type { ConversationRefusal } from "./port.ts";
import type { PersonFacts } from "./queries/messages.ts";
import { type Contact, decideContact } from "./rules.ts";

/** D1's data about some people, at one moment. */
export class Facts {
  readonly #people: ReadonlyMap<string, PersonFacts>;
  readonly #blocks: ReadonlySet<string>;

  constructor({ people, blocks }: { people: readonly PersonFacts[]; blocks: readonly Block[] }) {
    this.#people = new Map(people.map((person) => [person.id, person]));
    this.#blocks = new Set(blocks.map(({ by, of }) => `${by} ${of}`));
  }

  /** Undefined where their account was deleted. */
  person(userId: string): PersonFacts | undefined {
    return this.#people.get(userId);
  }

  hasBlocked(userId: string, otherId: string): boolean {
    return this.#blocks.has(`${userId} ${otherId}`);
  }

  contact(userId: string, otherId: string, hasAnswered: boolean): Contact {
    return {
      isBlocked: this.hasBlocked(userId, otherId),
      isBlockedBy: this.hasBlocked(otherId, userId),
      isClosed: this.person(otherId)?.disableDms ?? false,
      hasAnswered,
    };
  }

  /** Whether one may start a conversation with another, or add them to one: a deleted account cannot be added. */
  mayDrawIn(userId: string, otherId: string): { ok: true } | ConversationRefusal {
    const other = this.person(otherId);
    if (other === undefined || other.isBanned) return { ok: false, code: "not-found" };
    const verdict = decideContact(this.contact(userId, otherId, false));
    return verdict.ok ? verdict : { ...verdict, person: other.username };
  }
}

interface Block {
  by: string;
  of: string;
}
