import type { BadgeView, ListedPersonView, PersonView } from "./contract/people.ts";
import type { FoundPersonView, PersonCard } from "./contract/relations.ts";
import type { ListedPersonRow } from "./queries/people.ts";
import type { CardRow, FoundRow } from "./queries/relations.ts";

export function toPersonView(person: { id: string; username: string; photo: string | null }): PersonView {
  return { id: person.id, _id: person.id, username: person.username, profile: person.photo };
}

/** Null where they show none. */
export function toBadgeView(person: { badge: string | null; badgeName: string | null }): BadgeView | null {
  const { badge, badgeName } = person;
  return badge === null || badgeName === null ? null : { badge, name: badgeName };
}

export function toListedPersonView(person: ListedPersonRow): ListedPersonView {
  return { ...toPersonView(person), wornBadge: toBadgeView(person) };
}

export function toPersonCard(person: CardRow): PersonCard {
  return {
    ...toListedPersonView(person),
    title: person.title,
    dj: person.isPerformer,
    performerType: person.performerType,
    isFollowed: person.isFollowed,
  };
}

export function toFoundPersonView(person: FoundRow): FoundPersonView {
  const { first, last, location, tags } = person;
  return { ...toPersonCard(person), name: `${first} ${last}`.trim(), location, tags };
}
