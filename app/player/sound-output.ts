/**
 * The page's one AudioContext. It is small and not part of the lazily loaded engines, because a browser allows a
 * context to play only when it is opened within the click itself.
 */

let context: AudioContext | null = null;
let suspendTimer: ReturnType<typeof setTimeout> | undefined;

/** The sound card is released this long after a stop; within it a new start finds it still open. */
const keepOpenMs = 10_000;

/** Opens (or resumes) the output. Call it in the handler of a click or a key. Null without Web Audio. */
export function openOutput(): AudioContext | null {
  clearTimeout(suspendTimer);
  if (typeof AudioContext === "undefined") return null;
  if (context === null || context.state === "closed") {
    // Opus decodes to 48 kHz; for a card with another rate the browser resamples.
    context = new AudioContext({ latencyHint: "interactive", sampleRate: 48_000 });
  }
  // A refusal (no gesture) shows as a context that does not run; the engines detect that.
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
 * iPhones and iPads continue to play with a locked screen only from a plain audio element; Macs with Safari play live
 * streams silently when an element is routed through Web Audio.
 */
export function describePlatform(): { isMobileApple: boolean; isSafari: boolean } {
  const { userAgent, maxTouchPoints } = navigator;
  const isMobileApple =
    /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const isSafari = /safari/i.test(userAgent) && !/chrome|chromium|android|crios|fxios/i.test(userAgent);
  return { isMobileApple, isSafari: isSafari || isMobileApple };
}
