import { lazy, type ReactNode, Suspense, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import type { ButtonTone } from "#app/ui/button.tsx";
import { useWork } from "#app/ui/use-work.ts";

const ConfirmDialog = lazy(async () => ({ default: (await import("#app/ui/dialog.tsx")).ConfirmDialog }));

export interface Question {
  title: string;
  /** What will happen. */
  text: ReactNode;
  /** What the button says that makes it happen. */
  action: string;
  tone?: ButtonTone;
  /** The dialog waits for it. When it is refused, that is said and the question stays. */
  run: () => Promise<void>;
}

/** Asks before something is done: `ask` opens the question, `dialog` is where it stands on the page. */
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
