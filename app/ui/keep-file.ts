/** Downloads a file in the browser. */
export function keepFile({ content, name }: { content: Blob; name: string }): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // A started download keeps its own reference to the content.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
