import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { listServicesCall } from "#app/domains/outside/operator/calls/elsewhere.ts";
import type { ServiceView } from "#app/domains/outside/operator/contract/elsewhere.ts";
import { listServices } from "#app/domains/outside/operator/elsewhere.server.ts";
import { partyNames, sourceNames } from "#app/domains/people/integrations/elsewhere.ts";
import { appContext } from "#app/router-context.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { useWork } from "#app/ui/use-work.ts";
import type { Route } from "./+types/services-route";
import { answerOperator } from "./operators-only.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return { services: await answerOperator(request, app, () => listServices(app, {})) };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Services · Operators · Cue" }, { name: "robots", content: "noindex" }];
}

/** The services on which people link accounts, and those that are asked about music: which are on, and whether they accept the keys of this site. */
export default function ServicesRoute({ loaderData }: Route.ComponentProps) {
  return (
    <section aria-labelledby="services-title">
      <h2 id="services-title" className="sr-only">
        Services
      </h2>
      <p className="max-w-[60ch] pt-6 text-14 text-ink-3">
        A service that is off appears on no page. Where to get keys, and what each service costs, is in the
        documentation for operators (docs/elsewhere.md).
      </p>
      <ul className="mt-4 border-b border-tick">
        {loaderData.services.map((service) => (
          <Service key={service.party} service={service} />
        ))}
      </ul>
    </section>
  );
}

const names = { ...partyNames, ...sourceNames };

const states: Record<ServiceView["state"], { tone: LampTone; words: string }> = {
  keys: { tone: "green", words: "On, with keys" },
  list: { tone: "green", words: "On" },
  simulator: { tone: "amber", words: "Simulated on this local copy" },
  off: { tone: "off", words: "Off" },
};

function Service({ service }: { service: ServiceView }) {
  const { party, state, settings, callback } = service;
  const { tone, words } = states[state];
  return (
    <li className="border-t border-tick py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <h3 className="text-16 font-semibold">{names[party]}</h3>
          <p className="flex items-center gap-2 text-14 text-ink-2">
            <Lamp tone={tone} />
            {words}
          </p>
        </div>
        {callback !== null && (
          <CopyButton text={callback} copied="Callback address copied">
            Copy Callback
          </CopyButton>
        )}
      </div>
      {callback !== null && <p className="mt-1 text-14 wrap-anywhere text-ink-3">{callback}</p>}
      <p className="mt-1 text-14 text-ink-3">{`Set by ${settings.join(" and ")}.`}</p>
      <Linked service={service} />
      {state !== "off" && <Check service={service} />}
    </li>
  );
}

function Linked({ service: { linked, refused, refusedAt } }: { service: ServiceView }) {
  if (linked === 0) return null;
  return (
    <p className="mt-1 text-14 text-ink-3">
      {linked} linked{refused > 0 && `, ${refused} of them refused by the service`}
      {refusedAt !== null && (
        <>
          , last <LocalTime at={refusedAt} shape="day-clock" />
        </>
      )}
    </p>
  );
}

function outcomeOf({ state, settings }: ServiceView, check: NonNullable<ServiceView["check"]>): string {
  if (check === "unreachable") return "It did not respond. Try again in a moment.";
  if (check === "unknown")
    return "It responds. Its keys cannot be checked without an account: link one to find out.";
  if (check === "refused") return `It refuses the keys. Check ${settings.join(" and ")}.`;
  return state === "list" ? "It responds." : "The keys work.";
}

function Check({ service }: { service: ServiceView }) {
  const { party } = service;
  const [outcome, setOutcome] = useState<ServiceView["check"]>(null);
  const { isBusy, run } = useWork(showFailure);
  const check = () =>
    run(async () => {
      const services = await callApi(listServicesCall, { check: party });
      setOutcome(services.find((each) => each.party === party)?.check ?? null);
    });
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button isBusy={isBusy} onClick={() => void check()} aria-label={`Check ${names[party]}`}>
        Check
      </Button>
      <output className="min-w-0 text-14 text-ink-2">
        {outcome !== null && outcomeOf(service, outcome)}
      </output>
    </div>
  );
}
