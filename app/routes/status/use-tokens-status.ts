import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { statusLimits } from "#app/domains/outside/status/contract.ts";
import { openTokensStatusCall } from "#app/domains/value/tokens/calls/proof.ts";
import type { TokensStatusView } from "#app/domains/value/tokens/contract/proof.ts";

/** The state of the books as of at most a minute ago. */
export function useTokensStatus(initial: TokensStatusView): TokensStatusView {
  const { data } = useSWR(openTokensStatusCall.path, () => callApi(openTokensStatusCall), {
    fallbackData: initial,
    revalidateOnMount: false,
    refreshInterval: statusLimits.pollMs,
  });
  return data;
}
