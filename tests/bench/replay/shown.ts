/** Content that a page shows, and which sound is at the ear then. */
import type { Page } from "@playwright/test";
import type { Ear } from "#tests/fixtures/rig/ear.ts";
import { cycleMs, delayOf } from "#tests/fixtures/rig/signal.ts";

interface ShownReaction {
  kind: string;
  /** Epoch ms at which it was painted. */
  at: number;
}

type ReactionWindow = Window & { __reactions?: ShownReaction[] };

/** Starts recording every heart and cheer that appears on the page. */
export function recordReactions(page: Page): Promise<void> {
  return page.evaluate(() => {
    const reactions: ShownReaction[] = [];
    const note = (node: Node) => {
      if (!(node instanceof Element)) return;
      const found = [node, ...node.querySelectorAll("[data-reaction]")];
      for (const each of found) {
        const kind = each.getAttribute("data-reaction");
        if (kind === null) continue;
        requestAnimationFrame(() => {
          reactions.push({ kind, at: performance.timeOrigin + performance.now() });
        });
      }
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(note);
    }).observe(document.body, { subtree: true, childList: true });
    (window as ReactionWindow).__reactions = reactions;
  });
}

/** Returns when hearts (`favorite`) or cheers (`cheer`) were painted, epoch ms. */
export async function reactionsOn(page: Page, kind: "favorite" | "cheer"): Promise<number[]> {
  const shown = await page.evaluate(() => (window as ReactionWindow).__reactions ?? []);
  return shown.filter((each) => each.kind === kind).map(({ at }) => at);
}

/**
 * Returns when each of these texts was painted, epoch ms; NaN for one that was not. `ear.expectText` must have been
 * called.
 */
export async function textsOn(ear: Ear, texts: readonly string[]): Promise<number[]> {
  const shown = await ear.all("text");
  return texts.map((text) => shown.find((each) => each.text === text)?.at ?? Number.NaN);
}

/**
 * Returns a function that says when the sound that is at the ear at a time (both epoch ms) left the encoder's input.
 * Beeps tell it within a cycle of 32 s; `roughly` says in which.
 */
export async function soundsAt(ear: Ear, roughly: (at: number) => number): Promise<(at: number) => number> {
  const beeps = await ear.all("beep");
  return (at) => {
    const beep = beeps.reduce<(typeof beeps)[number] | undefined>(
      (best, each) => (best && Math.abs(best.at - at) <= Math.abs(each.at - at) ? best : each),
      undefined,
    );
    if (beep === undefined) return Number.NaN;
    const madeAt = beep.at - delayOf(beep.beat, beep.at) + (at - beep.at);
    return madeAt + Math.round((roughly(at) - madeAt) / cycleMs) * cycleMs;
  };
}
