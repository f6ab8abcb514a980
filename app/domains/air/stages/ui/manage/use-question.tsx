import { lazy, type ReactNode, Suspense, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import type { ButtonTone } from "#app/ui/button.tsx";
import { useWork } from "#app/ui/use-work.ts";

const ConfirmDialog = lazy(async () => ({ default: (await import("#app/ui/dialog.tsx")).ConfirmDialog }));

export interface Question {
  title: string;
  /** The outcome of the action. */
  text: ReactNode;
  /** The label of the button that confirms it. */
  action: string;
  tone?: ButtonTone;
  /** The dialog waits for it. A refusal is shown, and the question stays. */
  run: () => Promise<void>;
}

/** Asks before an action: `ask` opens the question, `dialog` is its element on the page. */
export function useQuestion(): { ask: (question: Question) => void; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);
  const { isBusy, run } = useWork(showFailure);

  const confirm = (asked: Question) =>
    run(async () => {
      await asked.run();
      setQuestion(null);
    });

  return {
    ask: setQuestion,
    dialog: question && (
      <Suspense fallback={null}>
        <ConfirmDialog
          title={question.title}
          action={question.action}
          tone={question.tone}
          isBusy={isBusy}
          onConfirm={() => void confirm(question)}
          onClose={() => setQuestion(null)}
        >
          {question.text}
        </ConfirmDialog>
      </Suspense>
    ),
  };
}
