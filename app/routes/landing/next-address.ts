/**
 * The target after log-in: the address on this site in `next`, otherwise the home page. Returned as a full address,
 * because a path alone can still be read as another host (`//host`, and `/\t/host` once browsers drop the tab).
 */
export function nextAddress(next: string | null, origin: string): string {
  const home = `${origin}/`;
  if (next === null || !next.startsWith("/") || !URL.canParse(next, home)) return home;
  const address = new URL(next, home);
  const isOwn = address.origin === origin && address.username === "" && !address.pathname.startsWith("//");
  return isOwn ? address.href : home;
}
