/** Text in the charsets that browsers only decode. */
const tables = new Map<string, Map<string, number[]>>();

/** Throws for a character that the charset does not have. */
export function encodeText(text: string, charset: string): Uint8Array<ArrayBuffer> {
  const table = tables.get(charset) ?? tableOf(charset);
  tables.set(charset, table);
  return Uint8Array.from(
    Array.from(text).flatMap((char) => {
      const bytes = char <= "\u007f" ? [char.charCodeAt(0)] : table.get(char);
      if (bytes === undefined) throw new Error(`${charset} has no ${char}`);
      return bytes;
    }),
  );
}

/** One byte and two bytes are enough for names. */
function tableOf(charset: string): Map<string, number[]> {
  const decoder = new TextDecoder(charset, { fatal: true });
  const table = new Map<string, number[]>();
  const add = (bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if (Array.from(text).length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let byte = 128; byte < 256; byte++) add([byte]);
  for (let lead = 129; lead < 255; lead++) for (let trail = 64; trail < 255; trail++) add([lead, trail]);
  return table;
}
