import { useCallback, useMemo, useSyncExternalStore } from "react";
import useSWR from "swr";
import * as z from "zod/mini";
import { callApi, showFailure } from "#app/api-client.ts";
import { FavoriteView } from "../contract.ts";
import { markOf, Toggles } from "./toggles.ts";

const listCall = "/api/favorites/getFavorites";
const toggles = new Toggles();

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
  const { waiting, dropped } = useSyncExternalStore(toggles.subscribe, toggles.read, toggles.read);
  const ids = useMemo(() => new Set(data?.map((favorite) => favorite.track.id)), [data]);
  const wanted = (track: string) => waiting.findLast((toggle) => toggle.track === track)?.isFavorite;

  /** False where it was refused; why is shown. */
  const toggle = useCallback(
    async (heard: HeardTrack, isFavorite: boolean, mediaAt: number | null): Promise<boolean> => {
      const send = () =>
        callApi(isFavorite ? "/api/favorites/unfavorite" : "/api/favorites/favorite", {
          answer: FavoriteView,
          body: { ...heard, fresh: !isFavorite, mediaAt },
        });
      try {
        await toggles.press(heard.track, !isFavorite, send, {
          change: (by) => mutate(by, { revalidate: false }),
          read: () => mutate().catch(() => undefined),
        });
        return true;
      } catch (error) {
        showFailure(error);
        return false;
      }
    },
    [mutate],
  );

  return {
    newest: data?.[0] ?? null,
    has: (track: string) => wanted(track) ?? ids.has(track),
    /** Whether this very mark was taken away in this tab, wherever that was pressed. */
    isGone: (favorite: FavoriteView) => wanted(favorite.track.id) === false || dropped.has(markOf(favorite)),
    toggle,
  };
}
