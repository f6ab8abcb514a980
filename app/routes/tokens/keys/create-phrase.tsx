import { Eye } from "lucide-react";
import { type SubmitEvent, useMemo, useRef, useState } from "react";
import { newEntropy, phraseLength, toWords } from "#app/domains/value/tokens/keys/phrase.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormRow, Panel, Row, Text } from "./panel.tsx";
import type { Entropy } from "./wallet-work.ts";

const askedCount = 3;

/**
 * A new phrase: its words are shown on request, then three of them are asked back. They are in the page only while they
 * are shown.
 */
export function CreatePhrase({
  isBusy,
  onDone,
  onClose,
}: {
  isBusy: boolean;
  onDone: (entropy: Entropy) => void;
  onClose: () => void;
}) {
  const [entropy] = useState(newEntropy);
  const [step, setStep] = useState<"hidden" | "shown" | "asked">("hidden");
  if (step === "asked")
    return (
      <AskBack
        entropy={entropy}
        isBusy={isBusy}
        onRight={() => onDone(entropy)}
        onBack={() => setStep("shown")}
      />
    );
  return (
    <Panel title="Your Recovery Phrase">
      <Text>
        Write these 12 words on paper, in order. Anyone who has them has the key of your wallet. We never see
        them and cannot restore them.
      </Text>
      {step === "hidden" ? (
        <Row>
          <Button
            tone="solid"
            icon={<Eye aria-hidden="true" className="size-4" />}
            onClick={() => setStep("shown")}
          >
            Show the Words
          </Button>
          <Button tone="bare" onClick={onClose}>
            Cancel
          </Button>
        </Row>
      ) : (
        <>
          <Words entropy={entropy} />
          <Row>
            <Button tone="solid" onClick={() => setStep("asked")}>
              I Have Written Them Down
            </Button>
            <Button tone="bare" onClick={onClose}>
              Cancel
            </Button>
          </Row>
        </>
      )}
    </Panel>
  );
}

/** Not to be translated by the browser, and not selected by a stray click. */
function Words({ entropy }: { entropy: Entropy }) {
  const words = useMemo(() => toWords(entropy), [entropy]);
  return (
    <ol
      ref={focusOn}
      tabIndex={-1}
      aria-label="The 12 words"
      translate="no"
      className="tabular mt-4 grid max-w-2xl grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-6 gap-y-2 text-20 outline-none"
    >
      {words.map((word, at) => (
        // A word may be there twice.
        <li key={at} className="flex gap-3 border-b border-tick pb-1">
          <span className="w-6 shrink-0 text-right text-14 leading-7 text-ink-3">{at + 1}</span>
          {word}
        </li>
      ))}
    </ol>
  );
}

function focusOn(list: HTMLElement | null): void {
  list?.focus();
}

function AskBack({
  entropy,
  isBusy,
  onRight,
  onBack,
}: {
  entropy: Entropy;
  isBusy: boolean;
  onRight: () => void;
  onBack: () => void;
}) {
  const [positions] = useState(choosePositions);
  const [typed, setTyped] = useState<readonly string[]>(() => positions.map(() => ""));
  const [wrong, setWrong] = useState<readonly number[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const words = toWords(entropy);
    const missed = positions.filter((position, at) => typed[at]?.trim().toLowerCase() !== words[position]);
    setWrong(missed);
    const [first] = missed;
    if (first === undefined) onRight();
    else form.current?.querySelectorAll("input")[positions.indexOf(first)]?.focus();
  };
  return (
    <Panel title="Check What You Wrote">
      <form ref={form} noValidate autoComplete="off" onSubmit={submit} className="max-w-sm">
        {positions.map((position, at) => (
          <Field
            key={position}
            className="mt-2"
            label={`Word ${position + 1}`}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={typed[at]}
            onChange={(event) => {
              setTyped(typed.with(at, event.target.value));
              setWrong(wrong.filter((each) => each !== position));
            }}
            error={wrong.includes(position) ? `That is not word ${position + 1}. Look at your paper.` : null}
          />
        ))}
        <FormRow action="Continue" back="Show the Words Again" isBusy={isBusy} onBack={onBack} />
      </form>
    </Panel>
  );
}

/** Three positions in order, from 0. */
function choosePositions(): number[] {
  const chosen = new Set<number>();
  while (chosen.size < askedCount)
    for (const byte of crypto.getRandomValues(new Uint8Array(8)))
      if (chosen.size < askedCount) chosen.add(byte % phraseLength);
  return [...chosen].toSorted((a, b) => a - b);
}
