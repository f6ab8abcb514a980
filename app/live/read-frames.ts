import * as z from "zod/mini";

const Texts = z.array(z.unknown());

/** The frames in a room's text: one, or those that came with the sound; none where it cannot be parsed. */
export function readFrames(text: string): unknown[] {
  try {
    const json: unknown = JSON.parse(text);
    const list = Texts.safeParse(json);
    return list.success ? list.data : [json];
  } catch {
    return [];
  }
}
