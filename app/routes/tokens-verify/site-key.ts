import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { openTokenLogCall } from "#app/domains/value/tokens/calls/proof.ts";

/** The public key with which this site signs; null until it is loaded. Loaded again when the network is back. */
export function useSiteKey(): string | null {
  const { data } = useSWR(openTokenLogCall.path, () => callApi(openTokenLogCall, { limit: 0 }), {
    revalidateOnFocus: false,
  });
  return data?.publicKey ?? null;
}

/** Whether the log of this site has this line; null where it cannot be asked now. */
export async function isLineInLog({ seq, hash }: { seq: number; hash: string }): Promise<boolean | null> {
  try {
    const { lines } = await callApi(openTokenLogCall, { after: seq - 1, limit: 1 });
    return lines[0]?.hash === hash;
  } catch {
    return null;
  }
}
