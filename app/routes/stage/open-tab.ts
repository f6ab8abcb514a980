import { useLocation } from "react-router";

const name = "tab";

/** The tab in the address, and how to put another one there. */
export function useOpenTab(): { initial: string | undefined; keep: (key: string) => void } {
  const { search } = useLocation();
  return { initial: new URLSearchParams(search).get(name) ?? undefined, keep };
}

/** Not through the router, which would run every loader again although nothing else on the page changes. */
function keep(key: string): void {
  const url = new URL(window.location.href);
  url.searchParams.set(name, key);
  window.history.replaceState(window.history.state, "", url);
}
