import { showToast } from "#app/ui/toast.tsx";
import type { PlayAnswer } from "../request-play.ts";

/** The reason why a track is not played here. */
export type Trouble = Exclude<PlayAnswer, "accepted"> | "not-connected" | "unsupported" | "moved";

const words: Record<Trouble, string> = {
  premium: "You must have Spotify premium to play music through the product",
  "no-access": "Spotify no longer gives Cue access. Press the song again to connect your account.",
  "not-connected": "Your Spotify account was not connected. Please try again.",
  busy: "Spotify is busy. Please try again in a minute.",
  failed: "Spotify could not play this song here.",
  unsupported: "This browser cannot play music from Spotify.",
  moved: "Spotify now plays on another device.",
};

/** Says why, and offers the track's page at Spotify. */
export function showTrouble(trouble: Trouble, href: string): void {
  const open = { label: "Open in Spotify", run: () => window.open(href, "_blank", "noreferrer") };
  showToast("warning", words[trouble], trouble === "moved" ? undefined : open);
}
