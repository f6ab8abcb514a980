import { areSingleKeysOn, isForPage } from "#app/ui/single-keys.ts";
import { playerLimits } from "./limits.ts";
import type { Player } from "./store.ts";

const volumeStep = 5;
const { stepMs } = playerLimits.replay;

/**
 * Space or K: play and stop; L: favorite; M: mute; arrows up and down: volume; arrows left and right: 15 s back and
 * forward in a replay. Not while something else uses the key.
 */
export function listenForShortcuts(player: Player, signal: AbortSignal): void {
  const onKey = (event: KeyboardEvent) => {
    if (!areSingleKeysOn() || !isForPage(event)) return;
    const { key, target } = event;
    const action = playerActionOf(key, (selector) => target instanceof Element && !!target.closest(selector));
    // While a key is held down the volume continues to change; the others act only once.
    if (action === null || (event.repeat && typeof action === "string")) return;
    if (player.getState().source === null && !player.canToggle) return;
    if (typeof action === "object" && player.getState().source?.kind !== "replay") return;
    event.preventDefault();
    if (action === "toggle") player.toggleAny();
    else if (action === "favorite") pressFavorite();
    else if (action === "mute") player.sound.toggleMute();
    else if (typeof action === "object") player.replay.seekBy(action.seekBy);
    else player.sound.setVolume(player.getState().volume + action);
  };
  window.addEventListener("keydown", onKey, { signal });
}

/** Elements that have their own action on Space. */
const pressable =
  "button, a, summary, [role=button], [role=tab], [role=menuitem], [role=option], [role=slider]";
/** Elements that have their own action on arrows: they choose, or scroll. A button or a link has none. */
const arrowable =
  "[role=tablist], [role=menu], [role=listbox], [role=slider], [role=radiogroup], [role=toolbar], [role=log], [role=dialog], [role=alertdialog]";

/** The displayed heart knows which track it is for. */
function pressFavorite(): void {
  document.querySelector<HTMLButtonElement>('button[aria-keyshortcuts="l"]:enabled')?.click();
}

type Action = "toggle" | "favorite" | "mute" | number | { seekBy: number };

/** The action of a key, or null. `isIn`: whether the focus is within an element of this selector. */
export function playerActionOf(key: string, isIn: (selector: string) => boolean): Action | null {
  if (key === "l" || key === "L") return "favorite";
  if (key === "k" || key === "K") return "toggle";
  if (key === "m" || key === "M") return "mute";
  if (key === " ") return isIn(pressable) ? null : "toggle";
  if (!key.startsWith("Arrow") || isIn(arrowable)) return null;
  if (key === "ArrowUp" || key === "ArrowDown") return key === "ArrowUp" ? volumeStep : -volumeStep;
  return { seekBy: key === "ArrowLeft" ? -stepMs : stepMs };
}
