import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { getWalletCall } from "../calls/wallet.ts";

/** Returns the viewer's balance, or null until that is known. */
export function useBalance(viewerId: string): number | null {
  const { data } = useSWR(
    [getWalletCall.path, viewerId, "balance"],
    async () => (await callApi(getWalletCall)).balance,
    { onError: () => {} },
  );
  return data ?? null;
}
