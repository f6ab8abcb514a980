/** Keys that navigate or open something, besides those of the player. Pure: the shell listens and acts. */

/** Pages with their key after G. */
export const pages = [
  { key: "h", name: "Home", to: "/" },
  { key: "f", name: "Favorites", to: "/favorites" },
  { key: "s", name: "Search", to: "/search" },
  { key: "i", name: "Inbox", to: "/inbox" },
  { key: "t", name: "Stats", to: "/stats" },
  { key: "p", name: "Your profile", to: "/profile" },
  { key: ",", name: "Settings", to: "/settings" },
] as const;

/** Time after G within which a page's key is accepted, ms. */
export const secondKeyWithinMs = 1_500;

export type PageAction = { go: string; state?: "type" } | { open: "help" | "chat" } | { wait: "page" };

/**
 * The action of a key; `afterGo` where G was pressed a moment ago, `hasChat` where the page has one: the key must not
 * close another page's chat. Pages are for signed-in users.
 */
export function pageActionOf(
  key: string,
  { afterGo, isSignedIn, hasChat }: { afterGo: boolean; isSignedIn: boolean; hasChat: boolean },
): PageAction | null {
  if (key === "?") return { open: "help" };
  const pressed = key.toLowerCase();
  if (isSignedIn && afterGo) {
    const page = pages.find((one) => one.key === pressed);
    if (page) return { go: page.to };
  }
  if (pressed === "c") return hasChat ? { open: "chat" } : null;
  if (!isSignedIn) return null;
  if (pressed === "g") return { wait: "page" };
  return key === "/" ? { go: "/search", state: "type" } : null;
}
