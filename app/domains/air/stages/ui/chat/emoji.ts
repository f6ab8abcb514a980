/** The emoji that the chat offers, and their completion after a ":". Every other one can be typed too. */
interface Emoji {
  emoji: string;
  /** The words by which it is found. */
  name: string;
}

export const emojis: readonly Emoji[] = [
  { emoji: "\u{1F525}", name: "fire" },
  { emoji: "\u{1F64C}", name: "hands up" },
  { emoji: "\u{1F44F}", name: "clap" },
  { emoji: "\u{2764}\u{FE0F}", name: "heart" },
  { emoji: "\u{1F602}", name: "tears of joy" },
  { emoji: "\u{1F60D}", name: "heart eyes" },
  { emoji: "\u{1F92F}", name: "mind blown" },
  { emoji: "\u{1F973}", name: "party" },
  { emoji: "\u{1F60E}", name: "cool" },
  { emoji: "\u{1F642}", name: "smile" },
  { emoji: "\u{1F609}", name: "wink" },
  { emoji: "\u{1F914}", name: "thinking" },
  { emoji: "\u{1F62E}", name: "surprised" },
  { emoji: "\u{1F622}", name: "crying" },
  { emoji: "\u{1F634}", name: "sleeping" },
  { emoji: "\u{1F635}\u{200D}\u{1F4AB}", name: "dizzy" },
  { emoji: "\u{1F47B}", name: "ghost" },
  { emoji: "\u{1F916}", name: "robot" },
  { emoji: "\u{1F44D}", name: "thumbs up" },
  { emoji: "\u{1F44E}", name: "thumbs down" },
  { emoji: "\u{1F44B}", name: "wave" },
  { emoji: "\u{1F64F}", name: "thank you" },
  { emoji: "\u{1F4AA}", name: "strong" },
  { emoji: "\u{1F91D}", name: "handshake" },
  { emoji: "\u{270C}\u{FE0F}", name: "peace" },
  { emoji: "\u{1F918}", name: "rock on" },
  { emoji: "\u{1F483}", name: "dancing woman" },
  { emoji: "\u{1F57A}", name: "dancing man" },
  { emoji: "\u{1F3B5}", name: "note" },
  { emoji: "\u{1F3B6}", name: "notes" },
  { emoji: "\u{1F3A7}", name: "headphones" },
  { emoji: "\u{1F3A4}", name: "microphone" },
  { emoji: "\u{1F3B9}", name: "keys" },
  { emoji: "\u{1F941}", name: "drum" },
  { emoji: "\u{1F3B8}", name: "guitar" },
  { emoji: "\u{1F3BA}", name: "trumpet" },
  { emoji: "\u{1F3BB}", name: "violin" },
  { emoji: "\u{1F4BF}", name: "disc" },
  { emoji: "\u{1F4FB}", name: "radio" },
  { emoji: "\u{1F50A}", name: "loud" },
  { emoji: "\u{1FAA9}", name: "mirror ball" },
  { emoji: "\u{1F389}", name: "celebrate" },
  { emoji: "\u{1F680}", name: "rocket" },
  { emoji: "\u{26A1}", name: "lightning" },
  { emoji: "\u{2728}", name: "sparkles" },
  { emoji: "\u{1F4AF}", name: "hundred" },
  { emoji: "\u{1F308}", name: "rainbow" },
  { emoji: "\u{1F319}", name: "moon" },
  { emoji: "\u{2600}\u{FE0F}", name: "sun" },
  { emoji: "\u{1F30A}", name: "wave of the sea" },
  { emoji: "\u{2615}", name: "coffee" },
  { emoji: "\u{1F37B}", name: "cheers" },
];

const maxShown = 5;
/** Minimum number of letters: ":)" and ":-D" are meant as they are. */
const minTyped = 2;

/** The emoji whose name is being typed after a ":" at the caret, or null. */
export function emojiAt(draft: string, caret: number): { at: number; found: Emoji[] } | null {
  const typed = /(?:^|\s):(\p{L}+)$/u.exec(draft.slice(0, caret));
  const begun = typed?.[1]?.toLowerCase() ?? "";
  if (begun.length < minTyped) return null;
  const found = emojis.filter(({ name }) => name.split(" ").some((word) => word.startsWith(begun)));
  return found.length === 0 ? null : { at: caret - begun.length - 1, found: found.slice(0, maxShown) };
}

/** The draft with this text in the place of what stands from `at` up to `caret`, and the new position of the caret. */
export function insertAt(
  draft: string,
  { at, caret }: { at: number; caret: number },
  text: string,
): { draft: string; caret: number } {
  const before = draft.slice(0, at) + text;
  return { draft: before + draft.slice(caret), caret: before.length };
}
