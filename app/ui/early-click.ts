/** A press of a button before the page could answer it: kept by a script in the head, given back once React is there. */

declare global {
  interface Window {
    __cueEarlyClick?: { button: HTMLButtonElement | null; keep: (event: Event) => void };
  }
}

/** Runs before the first paint and remembers the last button pressed until `stopKeepingClicks`. */
export const earlyClickScript = `(function(){var e={button:null,keep:function(v){var b=v.target.closest&&v.target.closest("button");if(b)e.button=b}};window.__cueEarlyClick=e;document.addEventListener("click",e.keep,true)})()`;

/** From here on React answers clicks itself, if need be by hydrating at once. */
export function stopKeepingClicks(): void {
  if (window.__cueEarlyClick) document.removeEventListener("click", window.__cueEarlyClick.keep, true);
}

/** Presses the kept button, once, when its handlers are in place. */
export function giveBackClick(): void {
  const button = window.__cueEarlyClick?.button;
  delete window.__cueEarlyClick;
  if (button?.isConnected) button.click();
}
