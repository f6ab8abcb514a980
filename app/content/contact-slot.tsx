import { TextLink } from "./text-link.tsx";

/** The address of those who run this instance, for a text's slot; empty where none is set. */
export function contactSlot(contact: string | null) {
  return contact === null ? null : <TextLink to={`mailto:${contact}`}>{contact}</TextLink>;
}
