/** A text of `app/content/*.md`, as the build provides it to a page. */
export interface LongText {
  title: string;
  lead: string;
  /** Description for search engines; the lead where it is left out. */
  description?: string;
  /** The date on which the text was last checked. */
  asOf?: string;
  sections: TextSection[];
}

export interface TextSection {
  /** Its fragment in the address, `#…`. */
  id: string;
  title: string;
  body: Piece[];
  /** Its own sections, below its body. */
  parts: TextSection[];
}

/** Text, or an element with its content. */
export type Piece =
  | string
  | [element: "p" | "ul" | "li" | "b" | "code", content: Piece[]]
  /** Lines of code. */
  | [element: "pre", lines: string]
  | [element: "a", to: string, content: Piece[]]
  /** A slot that the page fills, by its name. */
  | [element: "slot", name: string]
  /** The first branch where the page fills the slot, the second where it does not. */
  | [element: "if", slot: string, filled: Piece[], empty: Piece[]];
