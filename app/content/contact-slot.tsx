import { TextLink } from "./text-link.tsx";

/** The operators' contact address for a slot of a text; empty where none is configured. */
export function contactSlot(contact: string | null) {
  return contact === null ? null : <TextLink to={`mailto:${contact}`}>{contact}</TextLink>;
}
