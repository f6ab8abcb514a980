import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ActView } from "#app/domains/value/tokens/contract/acts.ts";
import { tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { profilePath } from "#app/paths.ts";
import { Badge } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { actNames } from "./texts.ts";

type Someone = { id: string; username: string } | null;

/** The name of a user that links to their page; accounts that are deleted have none. */
export function UserName({ user }: { user: Someone }) {
  if (user === null) return "a deleted account";
  return (
    <Link to={profilePath(user.id)} className="break-words hover:underline">
      <bdi>{user.username}</bdi>
    </Link>
  );
}

/** An act with who did it, why, and what became of it. */
export function ActLine({ act, children }: { act: ActView; children?: ReactNode }) {
  const { kind, people, about, reason, state } = act;
  return (
    <article className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 grow basis-60">
        <h3 className="flex flex-wrap items-center gap-x-2 text-16 font-semibold">
          {actNames[kind]}
          {state === "waiting" && <Badge tone="amber">Waiting</Badge>}
          {state === "refused" && <Badge tone="red">Refused</Badge>}
        </h3>
        {people.length > 0 && (
          <ul className="text-14 text-ink-2">
            {people.map(({ user, amount }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list of an act never changes
              <li key={index}>
                <UserName user={user} />
                {amount !== null && <span className="tabular">: {tokensOf(amount)}</span>}
              </li>
            ))}
          </ul>
        )}
        {about !== null && <p className="text-14 wrap-anywhere text-ink-3">{about}</p>}
        <p className="mt-1 max-w-[70ch] text-16 break-words text-ink" dir="auto">
          {reason}
        </p>
        <p className="mt-1 text-14 text-ink-3">
          <Operator user={act.operator} isCommand={act.isCommand} />,{" "}
          <LocalTime at={act.at} shape="day-clock" />
          {act.agreed !== null && (
            <span className="block">
              Agreed by <UserName user={act.agreed} />
            </span>
          )}
          {act.decidedAt !== null && <Decision act={act} />}
        </p>
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </article>
  );
}

function Operator({ user, isCommand }: { user: Someone; isCommand: boolean }) {
  return isCommand ? "The operators’ command" : <UserName user={user} />;
}

function Decision({ act: { state, secondOperator, decidedAt, kind } }: { act: ActView }) {
  if (decidedAt === null) return null;
  const at = <LocalTime at={decidedAt} shape="day-clock" />;
  if (kind === "give-back") return <span className="block">Refused by the wallet, {at}</span>;
  const word = state === "done" ? "Approved" : "Refused";
  return (
    <span className="block">
      {word} by {secondOperator === null ? "the second operator" : <UserName user={secondOperator} />}, {at}
    </span>
  );
}
