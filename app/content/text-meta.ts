import type { LongText } from "./long-text.ts";

/** The title and description of the page of a text. */
export function textMeta({ title, lead, description }: LongText) {
  return [{ title: `${title} · Cue` }, { name: "description", content: description ?? lead }];
}
