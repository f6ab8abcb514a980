import { areSingleKeysOn, isForPage } from "#app/ui/single-keys.ts";
import type { Player } from "./store.ts";

const volumeStep = 5;

/**
 * Space or K: play and stop; L: favorite; M: mute; arrows up and down: volume. Not while something else uses the key.
 * Returns a function that stops listening.
 */
export function listenForShortcuts(player: Player): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!areSingleKeysOn() || !isForPage(event)) return;
    const action = actionOf(event.key, event.target);
    // While a key is held down the volume continues to change; the others act only once.
    if (action === null || (event.repeat && typeof action === "string")) return;
    if (player.getState().source === null && !player.canToggle) return;
    event.preventDefault();
    if (action === "toggle") player.toggleAny();
    else if (action === "favorite") pressFavorite();
    else if (action === "mute") player.toggleMute();
    else player.setVolume(player.getState().volume + action);
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}

/** Elements that have their own action on Space, or on arrows. */
const pressable =
  "button, a, summary, [role=button], [role=tab], [role=menuitem], [role=option], [role=slider]";
const arrowable =
  "[role=tablist], [role=menu], [role=listbox], [role=slider], [role=radiogroup], [role=dialog]";

/** The displayed heart knows which track it is for. */
function pressFavorite(): void {
  document.querySelector<HTMLButtonElement>('button[aria-keyshortcuts="l"]:enabled')?.click();
}

function actionOf(key: string, target: EventTarget | null): "toggle" | "favorite" | "mute" | number | null {
  const isIn = (selector: string) => target instanceof Element && target.closest(selector) !== null;
  if (key === "l" || key === "L") return "favorite";
  if (key === "k" || key === "K") return "toggle";
  if (key === "m" || key === "M") return "mute";
  if (key === " ") return isIn(pressable) ? null : "toggle";
  // An arrow scrolls the page unless no particular element has the focus.
  if (key === "ArrowUp" || key === "ArrowDown") {
    if (isIn(pressable) || isIn(arrowable)) return null;
    return key === "ArrowUp" ? volumeStep : -volumeStep;
  }
  return null;
}
