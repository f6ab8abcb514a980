/** The first character of formulas in spreadsheets, also in its full-width form. */
const formula = /^[\t\r\n ]*[=+\-@＝＋－＠\t\r]/;

/** A text that people have chosen: one that a spreadsheet would run as a formula starts with an apostrophe. */
export const csvText = (text: string): string => (formula.test(text) || isGuarded(text) ? `'${text}` : text);

/** Whether a text starts with an apostrophe that is not a part of it, or that could be taken for such a one. */
export const isGuarded = (text: string): boolean => /^'+/.test(text) && formula.test(text.replace(/^'+/, ""));

const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A table as RFC 4180 has it; texts that people have chosen go through `csvText` first. */
export function toCsvTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(",")}\r\n`).join("");
}
