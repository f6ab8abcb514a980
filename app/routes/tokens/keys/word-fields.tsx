import { type ClipboardEvent, useRef } from "react";
import {
  isPhraseWord,
  type PhraseProblem,
  phraseLength,
  splitWords,
  suggestWords,
} from "#app/domains/value/tokens/keys/phrase.ts";
import { ComboBox } from "#app/ui/combo-box.tsx";

export const noWords: readonly string[] = Array.from({ length: phraseLength }, () => "");

/**
 * Twelve fields for the words of a phrase. A space goes to the next field, as does a chosen suggestion; a phrase that is
 * pasted into any field fills all.
 */
export function WordFields({
  words,
  onChange,
  problem,
}: {
  words: readonly string[];
  onChange: (words: readonly string[]) => void;
  problem: PhraseProblem | null;
}) {
  const fields = useRef<HTMLFieldSetElement>(null);
  const goTo = (at: number) => fields.current?.querySelectorAll("input")[at]?.focus();

  const type = (at: number, text: string) => {
    const [word = "", ...more] = text.toLowerCase().split(/\s+/);
    onChange(words.with(at, word));
    if (more.length > 0 && word !== "") goTo(at + 1);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = splitWords(event.clipboardData.getData("text"));
    if (pasted.length < 2) return;
    event.preventDefault();
    onChange(noWords.map((_, at) => pasted[at] ?? ""));
    goTo(Math.min(pasted.length, phraseLength) - 1);
  };
  return (
    <fieldset ref={fields} className="mt-3">
      <legend className="text-14 text-ink-2">Your 12 words in order. You can also paste them.</legend>
      <div className="mt-2 grid max-w-3xl grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4 gap-y-2">
        {words.map((word, at) => (
          <ComboBox
            // A field is its position.
            key={at}
            label={`Word ${at + 1}`}
            value={word}
            options={isPhraseWord(word) ? [] : suggestWords(word, 4).map((label) => ({ id: label, label }))}
            onType={(text) => type(at, text)}
            onChoose={({ label }) => {
              onChange(words.with(at, label));
              goTo(at + 1);
            }}
            error={isWrong(problem, at) ? "Not in the word list" : null}
            input={{ spellCheck: false, autoCapitalize: "none", autoCorrect: "off", onPaste: paste }}
          />
        ))}
      </div>
      <p role="alert" className="mt-2 text-14 text-red empty:hidden">
        {problem && sentenceOf(problem)}
      </p>
    </fieldset>
  );
}

const isWrong = (problem: PhraseProblem | null, at: number) =>
  problem?.kind === "unknown" && problem.positions.includes(at + 1);

const list = new Intl.ListFormat("en");

function sentenceOf(problem: PhraseProblem): string {
  if (problem.kind === "count") return `These are ${problem.count} of 12 words. Fill in the missing ones.`;
  if (problem.kind === "checksum")
    return "Each word is in the list, but together they are not a recovery phrase. Check their order and each word.";
  const positions = list.format(problem.positions.map(String));
  return problem.positions.length === 1
    ? `Word ${positions} is not in the word list. Check its spelling.`
    : `Words ${positions} are not in the word list. Check their spelling.`;
}
