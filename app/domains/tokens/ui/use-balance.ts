import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { defineCall } from "#app/call.ts";
import { WalletView } from "../contract/tokens.ts";

const walletCall = defineCall("GET", "/tokens/wallet", { who: "user", answer: WalletView });

/** What the viewer has, or null until that is known. */
export function useBalance(viewerId: string): number | null {
  const { data } = useSWR(
    [walletCall.path, viewerId, "balance"],
    async () => (await callApi(walletCall)).balance,
    { onError: () => {} },
  );
  return data ?? null;
}
