/**
 * The page's one AudioContext. It is small and not part of the lazily loaded engines, because a browser lets a
 * context sound only when it is opened within the click itself.
 */

let context: AudioContext | null = null;
let suspendTimer: ReturnType<typeof setTimeout> | undefined;

/** The sound card is given back this long after a stop; a quick change of mind finds it still open. */
const keepOpenMs = 10_000;

/** Opens (or wakes) the output. Call it inside the handler of a click or a key. Null where there is no Web Audio. */
export function openOutput(): AudioContext | null {
  clearTimeout(suspendTimer);
  if (typeof AudioContext === "undefined") return null;
  if (context === null || context.state === "closed") {
    // 48 kHz is what Opus decodes to; a card that runs otherwise is resampled to by the browser.
    context = new AudioContext({ latencyHint: "interactive", sampleRate: 48_000 });
  }
  // A refusal (no gesture) shows as a context that does not run; the engines find that out.
  if (context.state !== "running") context.resume().catch(() => {});
  return context;
}

/** Nothing is playing any more. */
export function releaseOutput(): void {
  clearTimeout(suspendTimer);
  suspendTimer = setTimeout(() => {
    if (context?.state === "running") context.suspend().catch(() => {});
  }, keepOpenMs);
}

/**
 * iPhones and iPads go on playing behind a locked screen only from a plain audio element; Macs with Safari play live
 * streams silently when an element is routed through Web Audio.
 */
export function describePlatform(): { isMobileApple: boolean; isSafari: boolean } {
  const { userAgent, maxTouchPoints } = navigator;
  const isMobileApple =
    /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isSafari = /safari/i.test(userAgent) && !/chrome|chromium|android|crios|fxios/i.test(userAgent);
  return { isMobileApple, isSafari: isSafari || isMobileApple };
}
