/**
 * A press of a button before the page has hydrated: remembered by a script in the head, and repeated once React runs.
 */

declare global {
  interface Window {
    __cueEarlyClick?: { button: HTMLButtonElement | null; keep: (event: Event) => void };
  }
}

/** Runs before the first paint and remembers the last pressed button until `stopKeepingClicks`. */
export const earlyClickScript = `(function(){var e={button:null,keep:function(v){var b=v.target.closest&&v.target.closest("button");if(b)e.button=b}};window.__cueEarlyClick=e;document.addEventListener("click",e.keep,true)})()`;

/** Leaves clicks to React from here on, which hydrates immediately if needed. */
export function stopKeepingClicks(): void {
  if (window.__cueEarlyClick) document.removeEventListener("click", window.__cueEarlyClick.keep, true);
}

/** Presses the remembered button, once, when its handlers are in place. */
export function giveBackClick(): void {
  const button = window.__cueEarlyClick?.button;
  delete window.__cueEarlyClick;
  if (button?.isConnected) button.click();
}
