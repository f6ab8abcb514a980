import { ExternalLink, Settings2 } from "lucide-react";
import { StageConnectionView } from "#app/domains/media/contract.ts";
import { getStage, requireManagedStage } from "#app/domains/stages/operations.server.ts";
import { appContext } from "#app/router-context.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { answer } from "../answer.server.ts";
import { ConnectionSection } from "../performer/connection-section.tsx";
import { stageHref } from "../stage/play-source.ts";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { id } = await answer(request, requireManagedStage(app, params.room));
  return { stage: await answer(request, getStage(app, { room: id })) };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    { title: loaderData ? `${loaderData.stage.name} · Stage Management · Cue` : "Stage Management · Cue" },
  ];
}

/** What a manager sees of one stage. */
export default function ManagedStageRoute({ loaderData }: Route.ComponentProps) {
  const { stage } = loaderData;
  const body = { room: stage.id };
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <p className="text-16 text-ink-3">Stage Management</p>
      <h1 className="display text-44" dir="auto">
        {stage.name}
      </h1>
      <p className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to={stageHref(stage)}>
          <ExternalLink aria-hidden="true" className="size-4" />
          Open the stage
        </ButtonLink>
        <ButtonLink to={`/management/edit/${stage.id}`}>
          <Settings2 aria-hidden="true" className="size-4" />
          Edit Stage Settings
        </ButtonLink>
      </p>
      <TickRule className="my-8" />
      {stage.instant && (
        <>
          <ConnectionSection
            calls={{
              read: { path: "/api/media/stageConnection", body },
              reset: { path: "/api/rooms/generateInstantPrivate", body },
            }}
            answer={StageConnectionView}
          />
          <p className="mt-3 text-14 text-ink-3">
            Your stage will go live within 10 seconds after connecting
          </p>
          <TickRule className="my-8" />
        </>
      )}
      <Settings stage={stage} />
    </main>
  );
}

type Stage = Route.ComponentProps["loaderData"]["stage"];

function Settings({ stage }: { stage: Stage }) {
  const yesNo = (value: boolean) => (value ? "Yes" : "No");
  const rows = [
    { name: "Stage type", value: stage.instant ? "On-demand stage" : "Booking stage" },
    { name: "Genre", value: stage.genre || "Not set" },
    { name: "Description", value: stage.description || "Not set" },
    { name: "Custom URL", value: stage.customUrl ?? "Not set" },
    ...(stage.instant
      ? []
      : [
          { name: "Weekly Bookings", value: yesNo(stage.weekly) },
          { name: "Auto Approve Bookings", value: yesNo(stage.autoApprove) },
          { name: "Members Only Bookings", value: yesNo(stage.membersOnly) },
        ]),
  ];
  return (
    <section aria-labelledby="settings-title">
      <h2 id="settings-title" className="display mb-2 text-28">
        Stage Settings
      </h2>
      <dl>
        {rows.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap gap-x-6 border-t border-tick py-2 text-16">
            <dt className="w-56 text-ink-3">{name}</dt>
            <dd className="min-w-0 grow basis-56" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
