import clsx from "clsx";
import { Link } from "react-router";
import type { ActivityView } from "#app/domains/value/tokens/contract/tokens.ts";
import { signedTokens } from "#app/domains/value/tokens/ui/amount.ts";
import { playedSetPath, profilePath, stagePath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { stateTexts, wordsOf } from "./activity-rows.ts";

const link = "underline decoration-edge underline-offset-4 hover:decoration-ink";

/** One movement of tokens: how many, with whom, where, when, and whether it is done. */
export function ActivityRow({ item, onGiveBack }: { item: ActivityView; onGiveBack: (() => void) | null }) {
  const { before, person, after } = wordsOf(item);
  const { tone, word } = stateTexts[item.state];
  return (
    <li tabIndex={-1} className="flex items-start gap-x-4 border-t border-tick py-3">
      <span
        className={clsx("tabular display w-16 shrink-0 text-right text-20", item.amount < 0 && "text-ink-2")}
      >
        {signedTokens(item.amount)}
      </span>
      <div className="flex min-w-0 grow flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <p className="text-16 wrap-anywhere">
            {before}
            {person && (
              <Link to={profilePath(person.id)} className={link}>
                <bdi>{person.username}</bdi>
              </Link>
            )}
            {after}
          </p>
          <Place stage={item.stage} set={item.set} />
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-14 text-ink-3">
            <LocalTime at={item.at} shape="day-clock" />
            <span className="inline-flex items-center gap-1.5">
              <Lamp tone={tone} />
              {word}
            </span>
          </p>
        </div>
        {onGiveBack && (
          <Button aria-haspopup="dialog" onClick={onGiveBack}>
            Give Back
          </Button>
        )}
      </div>
    </li>
  );
}

/** The set and its stage, as far as there are any. */
export function Place({ stage, set }: Pick<ActivityView, "stage" | "set">) {
  if (stage === null && set === null) return null;
  return (
    <p className="text-14 wrap-anywhere text-ink-2">
      {set && (
        <Link to={playedSetPath(set.id)} className={link}>
          <bdi>{set.name}</bdi>
        </Link>
      )}
      {set && stage && " · "}
      {stage && (
        <Link to={stagePath(stage.id)} className={link}>
          <bdi>{stage.name}</bdi>
        </Link>
      )}
    </p>
  );
}
