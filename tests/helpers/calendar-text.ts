import { expect } from "vitest";

/** The text that is meant by a value of the type TEXT (RFC 5545, 3.3.11); fails for one that is not escaped. */
export function calendarText(value: unknown): string {
  const text = String(value);
  expect(text).toMatch(/^(?:[^\\;,]|\\[\\;,nN])*$/);
  return text.replaceAll(/\\([\\;,])/g, "$1");
}
