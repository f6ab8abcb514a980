/**
 * The listener's access to Spotify. It is stored in this browser only, under `spotify` of its store, which ends with the
 * session here.
 */
import * as z from "zod/mini";
import { callApi } from "#app/api-client.ts";
import { readStore, writeStore } from "#app/ui/client-store.ts";
import { refreshSpotifyCall } from "../calls.ts";

const Stored = z.union([
  /** `at`: when `access` was given, epoch ms. */
  z.object({ access: z.string(), refresh: z.string(), at: z.number() }),
  z.object({ isUnpaid: z.literal(true) }),
]);

/** A token of Spotify lasts an hour. */
const freshMs = 50 * 60_000;

/** `unpaid`: the account there has no Premium, so that tracks are only linked to. */
export type AccessState = "none" | "unpaid" | "connected";

type Tokens = Extract<z.infer<typeof Stored>, { access: string }>;

const read = () => Stored.safeParse(readStore()["spotify"]).data;

function readTokens(): Tokens | null {
  const stored = read();
  return stored !== undefined && "access" in stored ? stored : null;
}

export function readAccess({ isSignedIn }: { isSignedIn: boolean }): AccessState {
  const stored = read();
  if (stored === undefined) return "none";
  if ("isUnpaid" in stored) return "unpaid";
  // Signed out, nothing renews it.
  return isSignedIn || isFresh(stored) ? "connected" : "none";
}

export function keepTokens(tokens: { access: string; refresh: string }): void {
  writeStore({ spotify: { ...tokens, at: Date.now() } satisfies Tokens });
}

export const keepUnpaid = (): void => writeStore({ spotify: { isUnpaid: true } });

export const forgetAccess = (): void => writeStore({ spotify: undefined });

const isFresh = ({ at }: Tokens) => Math.abs(Date.now() - at) < freshMs;

let renewing: Promise<string | null> | null = null;

/** A valid token, renewed where it is old or `isForced`; null where there is no access. Rejects where that is not known. */
export async function freshToken({
  isForced,
  isSignedIn,
}: {
  isForced: boolean;
  isSignedIn: boolean;
}): Promise<string | null> {
  const tokens = readTokens();
  if (tokens === null) return null;
  if (isFresh(tokens) && !isForced) return tokens.access;
  if (!isSignedIn) {
    forgetAccess();
    return null;
  }
  // Several parts may ask in the same moment.
  renewing ??= renew(tokens).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew({ access, refresh }: Tokens): Promise<string | null> {
  const renewed = await callApi(refreshSpotifyCall, { access, refresh });
  if (renewed.access === null || renewed.refresh === null) {
    forgetAccess();
    return null;
  }
  keepTokens({ access: renewed.access, refresh: renewed.refresh });
  return renewed.access;
}
