import { Fragment, type ReactNode } from "react";
import type { Piece } from "./long-text.ts";
import { TextLink } from "./text-link.tsx";

/** Elements that a page inserts into its text, by name; null and false leave a slot empty. */
export type Slots = Readonly<Record<string, ReactNode>>;

const noSlots: Slots = {};

/** The only renderer of long texts. Throws where a text names a slot that its page does not have. */
export function Prose({ pieces, slots = noSlots }: { pieces: readonly Piece[]; slots?: Slots }) {
  // A text is a constant: the order of its pieces is their identity.
  return pieces.map((piece, index) => <Fragment key={`${index}`}>{render(piece, slots)}</Fragment>);
}

function render(piece: Piece, slots: Slots): ReactNode {
  if (typeof piece === "string") return piece;
  switch (piece[0]) {
    case "slot":
      return slotOf(slots, piece[1]);
    case "pre":
      return (
        // Long lines are wrapped: what scrolls would have to be reached by keyboard.
        <pre className="bg-control p-3 text-14 wrap-anywhere whitespace-pre-wrap text-ink" dir="ltr">
          <code>{piece[1]}</code>
        </pre>
      );
    case "if": {
      const [, slot, filled, empty] = piece;
      return <Prose pieces={isFilled(slotOf(slots, slot)) ? filled : empty} slots={slots} />;
    }
    case "a": {
      const [, to, content] = piece;
      return (
        <TextLink to={to}>
          <Prose pieces={content} slots={slots} />
        </TextLink>
      );
    }
    default: {
      const [Element, content] = piece;
      return (
        <Element className={classes[Element]}>
          <Prose pieces={content} slots={slots} />
        </Element>
      );
    }
  }
}

const classes = {
  p: undefined,
  ul: "space-y-2",
  li: "border-l-2 border-tick pl-4",
  b: "font-semibold text-ink",
  code: undefined,
};

function slotOf(slots: Slots, name: string): ReactNode {
  if (!(name in slots)) throw new Error(`The page does not fill the slot "${name}" of its text.`);
  return slots[name];
}

const isFilled = (slot: ReactNode) => slot !== null && slot !== undefined && slot !== false;
