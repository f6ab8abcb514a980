/** Input fields for text that others will see, cleaned when parsed. `max` counts UTF-16 units, as forms do. */
import * as z from "zod/mini";
import { cleanLine, cleanParagraphs } from "./clean.ts";

/** Ends the sentence that starts with "Please check “name”:". */
const nothingVisible = "it needs at least one visible character.";

const isVisible = z.refine<string>((text) => text !== "", { error: nothingVisible });

/** One line that may be empty. */
export function line(max: number) {
  return z.string().check(z.overwrite(cleanLine), z.maxLength(max));
}

/** One line with something visible in it. */
export function visibleLine(max: number) {
  return z.string().check(z.overwrite(cleanLine), isVisible, z.minLength(1), z.maxLength(max));
}

/** One line that may be empty or blank; typed text must contain something visible. */
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

/** Lines of text with something visible in them. */
export function visibleParagraphs(max: number) {
  return z.string().check(z.overwrite(cleanParagraphs), isVisible, z.minLength(1), z.maxLength(max));
}
