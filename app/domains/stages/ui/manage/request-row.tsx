import { Check, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { SetRequestView } from "#app/domains/sets/contract/requests.ts";
import { Button } from "#app/ui/button.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { RequestTimes } from "./request-times.tsx";

type Answer = "accept" | "decline";

/** A request that waits, with what the viewer can say to it. A refusal is told right here. */
export function RequestRow({
  request,
  isAnswerable,
  onAnswer,
}: {
  request: SetRequestView;
  /** The viewer's side was asked; otherwise it asked, and can take it back. */
  isAnswerable: boolean;
  /** Throws what is refused. */
  onAnswer: (answer: Answer) => Promise<void>;
}) {
  const [busy, setBusy] = useState<Answer | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const send = async (answer: Answer) => {
    setBusy(answer);
    setRefusal(null);
    try {
      await onAnswer(answer);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : "Unknown error");
      setBusy(null);
    }
  };
  const button = (answer: Answer, words: string, icon?: ReactNode) => (
    <Button
      tone={answer === "accept" ? "solid" : "quiet"}
      icon={icon}
      isBusy={busy === answer}
      disabled={busy !== null}
      onClick={() => void send(answer)}
    >
      {words}
      <span className="sr-only"> “{request.name}”</span>
    </Button>
  );

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 border-t border-tick py-4">
      <Picture src={request.dj.profile} name={request.dj.username} className="size-14" />
      <div className="min-w-0 grow basis-48">
        <p className="display text-20" dir="auto">
          {request.name}
        </p>
        <p className="flex items-center gap-2 text-16">
          <Lamp tone="amber" />
          <Link to={`/profile/${request.dj.id}`} className="truncate hover:underline" dir="auto">
            {request.dj.username}
          </Link>
        </p>
        <div className="mt-1">
          <RequestTimes request={request} />
        </div>
        {request.description && (
          <p className="mt-2 max-w-[60ch] whitespace-pre-line text-14 text-ink-3" dir="auto">
            {request.description}
          </p>
        )}
        <p role="alert" className="text-14 text-red not-empty:mt-2">
          {refusal}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isAnswerable ? (
          <>
            {button("accept", "Accept", <Check aria-hidden="true" className="size-4" />)}
            {button("decline", "Decline", <X aria-hidden="true" className="size-4" />)}
          </>
        ) : (
          button("decline", "Cancel Request")
        )}
      </div>
    </li>
  );
}
