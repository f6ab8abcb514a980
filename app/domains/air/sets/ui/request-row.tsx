import { Check, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/picture.tsx";
import type { SetRequestView } from "../contract/requests.ts";
import type { RequestConflict } from "../request-conflicts.ts";
import type { Side } from "../request-sides.ts";
import type { RequestVerb } from "./answer-request.ts";
import { RequestConflicts } from "./request-conflicts.tsx";
import { RequestParties } from "./request-parties.tsx";
import { RequestTimes } from "./request-times.tsx";

/** A waiting request, as one side sees it, with the viewer's possible answers. A refusal is shown in the row. */
export function RequestRow({
  request,
  side,
  conflicts,
  isAnswerable,
  onAnswer,
}: {
  request: SetRequestView;
  side: Side;
  conflicts: readonly RequestConflict[];
  /** The viewer's side was asked; otherwise it asked, and can withdraw it. */
  isAnswerable: boolean;
  /** Throws what is refused. */
  onAnswer: (verb: RequestVerb) => Promise<void>;
}) {
  const [busy, setBusy] = useState<RequestVerb | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  const isOwn = ({ set }: RequestConflict) => side === "performer" && set.user.id === request.dj.id;
  const own = conflicts.filter(isOwn);
  const others = conflicts.filter((conflict) => !isOwn(conflict));

  const send = async (verb: RequestVerb) => {
    setBusy(verb);
    setRefusal(null);
    try {
      await onAnswer(verb);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : "Unknown error");
      setBusy(null);
    }
  };
  const button = (
    verb: RequestVerb,
    words: string,
    { icon, isOff }: { icon?: ReactNode; isOff?: boolean } = {},
  ) => (
    <Button
      tone={verb === "accept" ? "solid" : "quiet"}
      icon={icon}
      isBusy={busy === verb}
      disabled={busy !== null || isOff}
      onClick={() => void send(verb)}
    >
      {words}
      <span className="sr-only"> “{request.name}”</span>
    </Button>
  );

  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 border-t border-tick py-4">
      {side === "stage" && (
        <Picture src={request.dj.profile} name={request.dj.username} className="size-14" />
      )}
      <div className="min-w-0 grow basis-64">
        <p className="display text-20">
          <bdi>{request.name}</bdi>
        </p>
        <RequestParties request={request} side={side} isAnswerable={isAnswerable} />
        <div className="mt-1">
          <RequestTimes request={request} />
        </div>
        <RequestConflicts conflicts={own} weeks={request.weeks} side="performer" />
        <RequestConflicts conflicts={others} weeks={request.weeks} side="stage" />
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
            {button("accept", "Accept", {
              icon: <Check aria-hidden="true" className="size-4" />,
              isOff: conflicts.length > 0,
            })}
            {button("decline", "Decline", { icon: <X aria-hidden="true" className="size-4" /> })}
          </>
        ) : (
          button("decline", "Cancel Request")
        )}
      </div>
    </li>
  );
}
