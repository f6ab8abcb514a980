import { useCallback, useMemo } from "react";
import useSWR from "swr";
import * as z from "zod/mini";
import { callApi, showFailure } from "#app/api-client.ts";
import { FavoriteView } from "../contract.ts";

const listCall = "/api/favorites/getFavorites";

/** A track as it was heard: the play gets the credit. */
export interface HeardTrack {
  track: string;
  trackHistory: string | null;
  set: string | null;
  dj: string | null;
}

/** The viewer's favorites: shown at once when pressed, taken back when the server refuses. */
export function useFavorites(viewerId: string | null) {
  const { data, mutate } = useSWR(
    viewerId === null ? null : [listCall, viewerId],
    () => callApi(listCall, { answer: z.array(FavoriteView) }),
    { revalidateOnFocus: false, onError: () => {} },
  );
  const ids = useMemo(() => new Set(data?.map((favorite) => favorite.track.id)), [data]);

  /** False where it was refused; why is shown. */
  const toggle = useCallback(
    async (heard: HeardTrack, isFavorite: boolean, mediaAt: number | null): Promise<boolean> => {
      const path = isFavorite ? "/api/favorites/unfavorite" : "/api/favorites/favorite";
      const without = (list: FavoriteView[] = []) => list.filter((entry) => entry.track.id !== heard.track);
      const optimistic: FavoriteView = {
        track: { id: heard.track, _id: heard.track, title: "", artist: "", spotify: null },
        trackHistory: heard.trackHistory,
        set: heard.set,
        dj: null,
        room: null,
        timestamp: Date.now(),
        favorited: true,
        fresh: true,
      };
      try {
        await mutate(
          async (list) => {
            const favorite = await callApi(path, {
              answer: FavoriteView,
              body: { ...heard, fresh: !isFavorite, mediaAt },
            });
            return favorite.favorited ? [favorite, ...without(list)] : without(list);
          },
          {
            optimisticData: (list) => (isFavorite ? without(list) : [optimistic, ...without(list)]),
            rollbackOnError: true,
            revalidate: false,
          },
        );
        return true;
      } catch (error) {
        showFailure(error);
        return false;
      }
    },
    [mutate],
  );

  return { newest: data?.[0] ?? null, has: (track: string) => ids.has(track), toggle };
}
