import type { CardRow } from "#db/queries/relations.ts";
import type { PersonCard } from "./contract/relations.ts";
import type { PersonView } from "./contract.ts";

export function toPersonView(person: { id: string; username: string; photo: string | null }): PersonView {
  return { id: person.id, _id: person.id, username: person.username, profile: person.photo };
}

export function toPersonCard(person: CardRow): PersonCard {
  return {
    ...toPersonView(person),
    title: person.title,
    dj: person.isPerformer,
    performerType: person.performerType,
    isFollowed: person.isFollowed,
  };
}
