/** The addresses that are on the web, each with its readable part. */
export function webAddresses(urls: readonly string[]): { href: string; text: string }[] {
  const found = new Map<string, string>();
  for (const given of urls) {
    const url = URL.parse(given);
    if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) continue;
    const path = url.pathname === "/" ? "" : url.pathname;
    found.set(url.href, `${url.host.replace(/^www\./, "")}${path}`);
  }
  return Array.from(found, ([href, text]) => ({ href, text }));
}
