/** Fields of input that hold text which others will see, cleaned as they are read. `max` counts UTF-16 units, as forms do. */
import * as z from "zod/mini";
import { cleanLine, cleanParagraphs } from "./clean.ts";

/** Ends the sentence that begins "Please check “name”:". */
const nothingVisible = "it needs at least one visible character.";

const isVisible = z.refine<string>((text) => text !== "", { error: nothingVisible });

/** One line that may be empty. */
export function line(max: number) {
  return z.string().check(z.overwrite(cleanLine), z.maxLength(max));
}

/** One line in which something can be seen. */
export function visibleLine(max: number) {
  return z.string().check(z.overwrite(cleanLine), isVisible, z.minLength(1), z.maxLength(max));
}

/** One line, empty or blank where nothing was typed; what was typed has something to be seen. */
export function visibleLineOrNone(max: number) {
  const isBlankOrVisible = z.refine<string>((text) => text.trim() === "" || cleanLine(text) !== "", {
    error: nothingVisible,
  });
  return z.string().check(isBlankOrVisible, z.overwrite(cleanLine), z.maxLength(max));
}

/** Lines of text, perhaps none. */
export function paragraphs(max: number) {
  return z.string().check(z.overwrite(cleanParagraphs), z.maxLength(max));
}

/** Lines of text in which something can be seen. */
export function visibleParagraphs(max: number) {
  return z.string().check(z.overwrite(cleanParagraphs), isVisible, z.minLength(1), z.maxLength(max));
}
