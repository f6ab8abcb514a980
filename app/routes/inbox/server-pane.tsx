import { Link } from "react-router";
import { LinkedText } from "#app/domains/base/text/ui/linked-text.tsx";
import type { ServerMessageView } from "#app/domains/value/announcements/contract.ts";
import type { EarnedAwardView } from "#app/domains/value/awards/contract.ts";
import { AwardBadge } from "#app/domains/value/awards/ui/award-badge.tsx";
import { AwardFigures } from "#app/domains/value/awards/ui/award-figures.tsx";
import { awardSentence, awardTexts } from "#app/domains/value/awards/wording.ts";
import { LocalTime } from "#app/ui/time.tsx";
import { serverTitle } from "./award-texts.ts";
import { PaneHead } from "./conversation-head.tsx";

/** An announcement, or an award that the viewer has earned. */
export default function ServerPane({ message, isDj }: { message: ServerMessageView; isDj: boolean }) {
  return (
    <>
      <PaneHead>
        <h2 className="display min-w-0 truncate text-20 text-nowrap!">{serverTitle(message, isDj)}</h2>
      </PaneHead>
      <div className="min-h-0 grow overflow-y-auto px-4 py-6 md:px-8">
        <p className="text-14 text-ink-3">
          <LocalTime at={message.date} shape="date" />
        </p>
        {message.award ? (
          <Award award={message.award} isDj={isDj} />
        ) : (
          <p className="mt-2 max-w-[65ch] text-16 whitespace-pre-line" dir="auto">
            <LinkedText text={message.message ?? ""} />
          </p>
        )}
      </div>
    </>
  );
}

function Award({ award, isDj }: { award: EarnedAwardView; isDj: boolean }) {
  const { name } = awardTexts(award, isDj);
  return (
    <div className="max-w-xl">
      <p className="display mt-2 text-28" dir="auto">
        {awardSentence(award, isDj)}
      </p>
      <div className="mt-6 flex items-center gap-4">
        <AwardBadge award={award} className="size-24" />
        <p className="text-16 text-ink-2">{name}</p>
      </div>
      <AwardFigures award={award} />
      <p className="mt-6 border-l-2 border-edge pl-3 text-16 text-ink-2">
        You can set it under{" "}
        <Link to="/settings/profile" className="text-ink underline underline-offset-2">
          Edit Profile
        </Link>{" "}
        in Settings.
      </p>
    </div>
  );
}
