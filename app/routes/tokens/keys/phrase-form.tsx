import { type SubmitEvent, useState } from "react";
import { type PhraseProblem, readPhrase } from "#app/domains/value/tokens/keys/phrase.ts";
import { FormRow } from "./panel.tsx";
import type { Entropy } from "./wallet-work.ts";
import { noWords, WordFields } from "./word-fields.tsx";

/** Asks for the 12 words. They stay in this component, and are passed on as entropy. */
export function PhraseForm({
  action,
  isBusy,
  onEntropy,
  onClose,
}: {
  action: string;
  isBusy: boolean;
  onEntropy: (entropy: Entropy) => void;
  onClose: () => void;
}) {
  const [words, setWords] = useState(noWords);
  const [problem, setProblem] = useState<PhraseProblem | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readPhrase(words.filter((word) => word !== ""));
    setProblem(read.ok ? null : whereTyped(read.problem, words));
    if (read.ok) onEntropy(read.entropy);
  };
  return (
    <form noValidate autoComplete="off" onSubmit={submit}>
      <WordFields
        words={words}
        onChange={(changed) => {
          setWords(changed);
          setProblem(null);
        }}
        problem={problem}
      />
      <FormRow action={action} back="Cancel" isBusy={isBusy} onBack={onClose} />
    </form>
  );
}

/** A missing word matters less than a misspelled one, which is named by its field. */
function whereTyped(problem: PhraseProblem, words: readonly string[]): PhraseProblem {
  const read = readPhrase(words.map((word) => word || "zoo"));
  return !read.ok && read.problem.kind === "unknown" ? read.problem : problem;
}
