import type { ReactNode } from "react";
import type { ServiceView, SystemState } from "#app/domains/outside/status/contract.ts";
import { decideSystemState, isOnlyUnset } from "#app/domains/outside/status/rules.ts";
import { useStatus } from "#app/domains/outside/status/ui/use-status.ts";
import type { TokensStatusView } from "#app/domains/value/tokens/contract/proof.ts";
import { Badge, Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { useTokensStatus } from "./use-tokens-status.ts";

const states: Record<SystemState, { word: string; meaning: string }> = {
  online: { word: "Online", meaning: "All systems operational." },
  degraded: {
    word: "Degraded",
    meaning: "Performing and listening work. Some features do not.",
  },
  down: { word: "Down", meaning: "No one can go on air while the primary server or the transcoder is down." },
};

const onlyUnset = "Everything that is set up is operational. The rest is turned off.";

const purposes: Record<ServiceView["name"], string> = {
  "Primary Server": "Pages, accounts, stages, chat and streaming to listeners.",
  "Recordings / Mixcloud Service": "Records sets and uploads them to Mixcloud.",
  "Transcoder Service": "Converts the streams of encoders for browsers.",
  "Audio Fingerprinting Service": "Recognizes tracks when the encoder does not send titles.",
  "Notifications Service": "Sends email.",
};

/** The five services as of their last check, and the books of tokens; polls while it is open. */
export function StatusPage({ initial, tokens }: { initial: ServiceView[]; tokens: TokensStatusView }) {
  const { services = initial, isAway } = useStatus(initial);
  const shown = isAway ? services.map(withoutServer) : services;
  const state = decideSystemState(shown);
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-6 pb-16 sm:px-8 sm:pt-10">
      <h1 className="label text-ink-3">System Status</h1>
      <output className="block">
        <span className="display mt-1 block text-44 sm:text-72">{states[state].word}</span>
        <span className="mt-2 block text-20 text-ink-2">
          {state === "degraded" && isOnlyUnset(shown) ? onlyUnset : states[state].meaning}
        </span>
      </output>
      <TickRule className="mt-8" />
      <ul>
        {shown.map((service) => (
          <Service key={service.name} {...service} />
        ))}
        <Tokens initial={tokens} />
      </ul>
    </main>
  );
}

function Service({ name, status, isConfigured }: ServiceView) {
  const { tone, word } = look(status, isConfigured);
  return (
    <Line name={name} tone={tone} word={word}>
      {purposes[name]}
      {!isConfigured && status === "offline" && <span className="text-ink-3"> Not set up on this site.</span>}
    </Line>
  );
}

function Line({
  name,
  tone,
  word,
  children,
}: {
  name: string;
  tone: LampTone;
  word: string;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-4 border-b border-tick py-4">
      <Lamp tone={tone} />
      <h2 className="text-16 font-semibold sm:text-20">{name}</h2>
      <Badge tone={tone}>{word}</Badge>
      <p className="col-start-2 mt-1 text-14 text-ink-2">{children}</p>
    </li>
  );
}

/** Nothing is down while the books are being checked: tips arrive, and what people have is safe. */
function Tokens({ initial }: { initial: TokensStatusView }) {
  const isBeingChecked = useTokensStatus(initial).state === "being-checked";
  const tone = isBeingChecked ? "amber" : "green";
  return (
    <Line name="Tokens" tone={tone} word={isBeingChecked ? "Being checked" : "Operational"}>
      Tips, claims and statements.
      {isBeingChecked && " Tokens cannot be claimed until the check is over. No tokens are lost."}
    </Line>
  );
}

function look(status: ServiceView["status"], isConfigured: boolean): { tone: LampTone; word: string } {
  if (status === "online") return { tone: "green", word: "Online" };
  return isConfigured ? { tone: "red", word: "Offline" } : { tone: "off", word: "Not set up" };
}

/** The server does not respond: what this page knew of it is out of date. */
const withoutServer = (service: ServiceView): ServiceView =>
  service.name === "Primary Server" ? { ...service, status: "offline" } : service;
