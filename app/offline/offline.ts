/** The script of the offline page: the remembered theme, and the way back to the requested page. */
import { readStore } from "../ui/client-store.ts";

const tryEveryMs = 5_000;

const { theme } = readStore();
if (theme === "light" || theme === "contrast") document.documentElement.dataset.theme = theme;

// Its own address shows nothing useful to a user who is online.
const wanted = location.pathname === "/offline" ? "/" : location.href;

/** Opens the page once it can be fetched: a local network may not reach Cue. */
async function tryAgain(): Promise<void> {
  if (document.hidden) return;
  const answer = await fetch(wanted, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer !== null) location.replace(wanted);
}

window.addEventListener("online", () => void tryAgain());
document.addEventListener("visibilitychange", () => void tryAgain());
setInterval(() => void tryAgain(), tryEveryMs);
void tryAgain();
