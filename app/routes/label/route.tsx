import { Link } from "react-router";
import { openLabel } from "#app/domains/music/tracks/records.server.ts";
import { coverOf, RecordHeader, SongList } from "#app/domains/music/tracks/ui/record-page.tsx";
import { labelPath } from "#app/paths.ts";
import { appContext } from "#app/router-context.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { countOf } from "#app/ui/number.ts";
import { forPage } from "../for-page.server.ts";
import { shareCard } from "../share-card.ts";
import { Figures } from "../stage/figures.tsx";
import { ShareButton } from "../stage/share-button.tsx";
import { recordFigures } from "../track/record-figures.ts";
import type { Route } from "./+types/route";
import { webAddresses } from "./web-addresses.ts";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const label = await forPage(request, openLabel(app, { label: params.label }));
  return { label, origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: "Label · Cue" }];
  const { label, origin } = loaderData;
  const songs = countOf(label.songCount, "song", "songs");
  return shareCard({
    origin,
    path: labelPath(label.id),
    title: label.name,
    description: `${songs} on this label, played live ${countOf(label.djPlayCount, "time", "times")}.`,
    type: "profile",
    image: label.photo ?? coverOf(label.tracks),
  });
}

export default function LabelRoute({ loaderData: { label, origin } }: Route.ComponentProps) {
  const addresses = webAddresses(label.urls);
  const link = "underline decoration-edge hover:decoration-current";
  return (
    <main key={label.id} id="main" className="mx-auto w-full max-w-4xl pb-12">
      <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
        <BackButton />
        <span className="grow" />
        <ShareButton name={label.name} url={`${origin}${labelPath(label.id)}`} />
      </div>
      <div className="px-4 sm:px-8">
        <RecordHeader name={label.name} photo={label.photo} songs={label.tracks}>
          {label.parent && (
            <p className="mt-1 text-16 wrap-anywhere text-ink-2">
              Part of{" "}
              <Link to={labelPath(label.parent)} className={link}>
                <bdi>{label.parentLabelName}</bdi>
              </Link>
            </p>
          )}
          <Figures figures={recordFigures(label)} />
          {addresses.length > 0 && (
            <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-14 text-ink-2">
              {addresses.map(({ href, text }) => (
                <li key={href} className="min-w-0">
                  <a
                    href={href}
                    target="_blank"
                    rel="noreferrer nofollow"
                    className={`${link} wrap-anywhere`}
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </RecordHeader>
        <SongList songs={label.tracks} count={label.songCount} empty="No songs on this label yet" />
      </div>
    </main>
  );
}
