/** The first character of formulas in spreadsheets, also in its full-width form. */
const formula = /^[\t\r\n ]*[=+\-@＝＋－＠\t\r]/;

/** A text that people have chosen: one that a spreadsheet would run as a formula starts with an apostrophe. */
export const csvText = (text: string): string => (formula.test(text) ? `'${text}` : text);

const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A table as RFC 4180 has it; texts that people have chosen go through `csvText` first. */
export function toCsvTable(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(",")}\r\n`).join("");
}
