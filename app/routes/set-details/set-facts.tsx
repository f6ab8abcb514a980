import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { TagList } from "#app/domains/outside/search/ui/tag-list.tsx";
import { profilePath, stagePath } from "#app/paths.ts";
import { useViewerClock } from "#app/ui/clock.ts";
import { Picture } from "#app/ui/picture.tsx";
import { Section } from "#app/ui/section.tsx";
import { LocalTime, TimeRange } from "#app/ui/time.tsx";
import { endedAtOnce, lengthText } from "#app/ui/time-format.ts";

const link = "underline decoration-edge hover:decoration-current";

/** Shows what was agreed: time, place, performer, and the text for listeners. */
export function SetFacts({ set }: { set: OwnSetView }) {
  const zone = useViewerClock()?.zone;
  const { startTime, endTime, room, user, mixcloud, mixcloudName } = set;
  return (
    <Section title="Details">
      <dl className="border-t border-tick/60">
        <Fact name="Time">
          <span className="block">
            <TimeRange start={startTime} end={endTime} isZoned />
          </span>
          <span className="block min-h-5 text-14 text-ink-3">
            <LocalTime at={startTime} shape="date" />
            {zone && `, ${zone.replaceAll("_", " ")}`}
          </span>
        </Fact>
        {endTime !== null && !endedAtOnce(startTime, endTime) && (
          <Fact name="Duration">{lengthText(endTime - startTime)}</Fact>
        )}
        {room && (
          <Fact name="Stage">
            <Link to={stagePath(room.id)} className={link} dir="auto">
              {room.name}
            </Link>
          </Fact>
        )}
        <Fact name="Performer">
          <Link to={profilePath(user.id)} className={link} dir="auto">
            {user.username}
          </Link>
        </Fact>
        <Fact name="Upload">
          {mixcloud ? (
            <>
              Yes{mixcloudName && ", as "}
              <bdi>{mixcloudName && `“${mixcloudName}”`}</bdi>
            </>
          ) : (
            "No"
          )}
        </Fact>
        {set.tags && set.tags.length > 0 && (
          <Fact name="Tags">
            <TagList tags={set.tags} />
          </Fact>
        )}
        {set.picture && (
          <Fact name="Picture">
            <Picture src={set.picture} name={set.name} className="size-28" />
          </Fact>
        )}
        <Fact name="Description">
          <span className="block max-w-[70ch] whitespace-pre-line wrap-anywhere" dir="auto">
            {set.description || "None yet"}
          </span>
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1 border-b border-tick/60 py-3 text-16">
      <dt className="w-24 shrink-0 text-14 leading-6 text-ink-3">{name}</dt>
      <dd className="min-w-0 grow basis-36 wrap-anywhere">{children}</dd>
    </div>
  );
}
