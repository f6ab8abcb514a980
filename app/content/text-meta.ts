import type { LongText } from "./long-text.ts";

/** The title and description of a text's page; none where its loader failed. */
export function textMeta(text: LongText | undefined) {
  if (text === undefined) return [];
  const { title, lead, description } = text;
  return [{ title: `${title} · Cue` }, { name: "description", content: description ?? lead }];
}
