import { useState } from "react";
import { type Charset, charsetNames, charsets } from "#app/domains/base/text/charset/undeclared.ts";
import { Button } from "#app/ui/button.tsx";
import { wordFor } from "#app/ui/number.ts";
import { Select } from "#app/ui/select.tsx";
import type { GuessedName } from "../crate/guessed-names.ts";

/** Rows that are shown without a press. */
const maxShown = 30;
const asGuessed = "guessed";

/** Names whose letters had to be guessed, before they are sent: another encoding can be chosen. */
export function CheckNames({
  names,
  charset,
  onCharset,
  onAccept,
}: {
  names: readonly GuessedName[];
  charset: Charset | null;
  onCharset: (charset: Charset | null) => void;
  onAccept: () => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? names : names.slice(0, maxShown);
  return (
    <section aria-label="Check these names" className="mt-6 border-l-4 border-l-amber bg-raised px-4 py-3">
      <h2 className="display text-20">Check these names</h2>
      <p className="mt-1 mb-3 max-w-[60ch] text-14 text-ink-2">
        {wordFor(
          names.length,
          "The tags of this file do not say how their letters are encoded. If the name is wrong, choose another encoding.",
          "The tags of these files do not say how their letters are encoded. If names are wrong, choose another encoding.",
        )}
      </p>
      <Select
        label="Encoding"
        className="max-w-sm"
        value={charset ?? asGuessed}
        options={[
          { value: asGuessed, words: "Detected for each file" },
          ...charsets.map((value) => ({ value, words: charsetNames[value] })),
        ]}
        onChange={(value) => onCharset(value === asGuessed ? null : (value as Charset))}
      />
      <ul aria-label="Names" className="border-b border-tick">
        {shown.map(({ file, title, artists, charset: own }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list only grows.
          <li key={index} className="border-t border-tick py-2">
            <p className="text-16 wrap-anywhere" dir="auto">
              {title || "Untitled"}
            </p>
            <p className="text-14 wrap-anywhere text-ink-2" dir="auto">
              {artists.length > 0 ? artists.join(", ") : "Unknown artist"}
            </p>
            <p className="text-14 wrap-anywhere text-ink-3">
              <bdi>{file}</bdi>
              {own !== null && ` · ${charsetNames[own]}`}
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="solid" onClick={onAccept}>
          {wordFor(names.length, "Add 1 Track", `Add ${names.length} Tracks`)}
        </Button>
        {names.length > shown.length && (
          <Button onClick={() => setWhole(true)}>{`Show All ${names.length} Names`}</Button>
        )}
      </div>
    </section>
  );
}
