import { callApi } from "#app/api-client.ts";
import { listActs, listWaitingActs } from "#app/domains/outside/operator/tokens/acts.server.ts";
import { listSuspicious, readSupply } from "#app/domains/outside/operator/tokens/overview.server.ts";
import { listActsCall } from "#app/domains/value/tokens/calls/acts.ts";
import { appContext } from "#app/router-context.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EndlessList } from "#app/ui/endless-list.tsx";
import { Section } from "#app/ui/section.tsx";
import type { Route } from "./+types/tokens-route";
import { LineSkeleton } from "./line-skeleton.tsx";
import { answerOperator } from "./operators-only.server.ts";
import { ActLine } from "./tokens/act-line.tsx";
import { GrantForm } from "./tokens/grant-form.tsx";
import { Supply } from "./tokens/supply.tsx";
import { Suspicious } from "./tokens/suspicious.tsx";
import { WaitingActs } from "./tokens/waiting-acts.tsx";
import { WalletLookup } from "./tokens/wallet-lookup.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  return answerOperator(request, app, async () => {
    const [supply, waiting, suspicious, log] = await Promise.all([
      readSupply(app),
      listWaitingActs(app),
      listSuspicious(app),
      listActs(app, {}),
    ]);
    return { supply, waiting, suspicious, log };
  });
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Tokens · Operators · Cue" }, { name: "robots", content: "noindex" }];
}

/** All tokens, what waits for an operator, grants, wallets, and the log of what operators did. */
export default function TokensRoute({
  loaderData: { supply, waiting, suspicious, log },
}: Route.ComponentProps) {
  // A new or decided act starts the list again.
  const state = log.items.map(({ id, state: each }) => `${id} ${each}`).join(" ");
  return (
    <div className="pt-6">
      <Supply supply={supply} />
      <WaitingActs acts={waiting} />
      <Section
        title="Grant Tokens"
        intro="Up to 1,000 tokens a day, from one operator and to one person, are granted immediately. Larger grants wait for a second operator."
      >
        <GrantForm />
      </Section>
      <Section title="Wallets">
        <WalletLookup />
      </Section>
      <Suspicious found={suspicious} />
      <Section title="Log" intro="Every act of an operator, with its reason. The log cannot be edited.">
        <EndlessList
          key={state}
          first={log}
          load={(cursor) => callApi(listActsCall, cursor)}
          keyOf={(act) => act.id}
          row={(act) => <ActLine act={act} />}
          skeleton={<LineSkeleton />}
          empty={
            <EmptyState title="No acts yet">Grants, frozen wallets and held claims appear here.</EmptyState>
          }
        />
      </Section>
    </div>
  );
}
