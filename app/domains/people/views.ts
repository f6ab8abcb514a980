import type { PersonView } from "./contract.ts";

export function toPersonView(person: { id: string; username: string; photo: string | null }): PersonView {
  return { id: person.id, _id: person.id, username: person.username, profile: person.photo };
}
