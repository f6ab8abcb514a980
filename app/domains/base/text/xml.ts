/** Text as an XML attribute or element holds it. */
export function xml(text: string): string {
  const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (character) => named[character] ?? character);
}
