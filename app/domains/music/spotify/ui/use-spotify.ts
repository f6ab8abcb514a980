import { useMemo } from "react";
import { useRouteLoaderData } from "react-router";
import * as z from "zod/mini";
import { SpotifyAddresses } from "../contract.ts";

/** The part of the root's data that is read here. */
const RootData = z.object({ spotify: SpotifyAddresses, viewer: z.nullable(z.unknown()) });

/** Null where Spotify is switched off. */
export function useSpotify(): { addresses: SpotifyAddresses; isSignedIn: boolean } | null {
  const data: unknown = useRouteLoaderData("root");
  return useMemo(() => {
    const root = RootData.safeParse(data).data;
    return root === undefined ? null : { addresses: root.spotify, isSignedIn: root.viewer !== null };
  }, [data]);
}
