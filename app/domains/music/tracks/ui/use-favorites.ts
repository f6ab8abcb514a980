import { useCallback, useMemo, useSyncExternalStore } from "react";
import useSWR, { useSWRConfig } from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { favoriteCall, listFavoritedCall, listFavoritesCall, unfavoriteCall } from "../calls/tracks.ts";
import { type FavoriteView, maxListedFavorites } from "../contract/tracks.ts";
import { markOf, Toggles } from "./toggles.ts";

const toggles = new Toggles();

/** A track as it was heard: the play is credited. */
export interface HeardTrack {
  track: string;
  trackHistory: string | null;
  set: string | null;
  dj: string | null;
}

/** The newest favorites; `isWhole` where there were no others when they were loaded. */
interface Listed {
  items: FavoriteView[];
  isWhole: boolean;
}

async function readList(): Promise<Listed> {
  const items = await callApi(listFavoritesCall);
  return { items, isWhole: items.length < maxListedFavorites };
}

async function isOlderFavorite(track: string): Promise<boolean> {
  return (await callApi(listFavoritedCall, { tracks: [track] })).length > 0;
}

/**
 * The viewer's favorites, and whether `track` is one: shown optimistically when pressed, reverted when the server
 * refuses. For a list that is not complete, the server is asked about the missing part: one track whenever another is
 * shown.
 */
export function useFavorites(viewerId: string | null, track: string | null = null) {
  const options = { revalidateOnFocus: false, onError: () => {} };
  const { data, mutate } = useSWR(
    viewerId === null ? null : [listFavoritesCall.path, viewerId],
    readList,
    options,
  );
  const { mutate: mutateAny } = useSWRConfig();
  const { waiting, dropped } = useSyncExternalStore(toggles.subscribe, toggles.read, toggles.read);
  const ids = useMemo(() => new Set(data?.items.map((favorite) => favorite.track.id)), [data]);
  const isAsked = track !== null && data !== undefined && !data.isWhole && !ids.has(track);
  const { data: isOlder = false } = useSWR(
    isAsked && [listFavoritedCall.path, viewerId, track],
    ([, , id]) => isOlderFavorite(id),
    options,
  );
  const wanted = (id: string) => waiting.findLast((toggle) => toggle.track === id)?.isFavorite;

  /** Returns false where it was refused; the reason is shown. */
  const toggle = useCallback(
    async (heard: HeardTrack, isFavorite: boolean, mediaAt: number | null): Promise<boolean> => {
      const asked = [listFavoritedCall.path, viewerId, heard.track];
      const send = async () => {
        const call = isFavorite ? unfavoriteCall : favoriteCall;
        const answer = await callApi(call, { ...heard, fresh: !isFavorite, mediaAt });
        await mutateAny(asked, answer.favorited, { revalidate: false });
        return answer;
      };
      try {
        await toggles.press(heard.track, !isFavorite, send, {
          change: async (by) => {
            const change = (list?: Listed) => list && { ...list, items: by(list.items) ?? [] };
            return (await mutate(change, { revalidate: false }))?.items;
          },
          read: () => Promise.all([mutate(), mutateAny(asked)]).catch(() => undefined),
        });
        return true;
      } catch (error) {
        showFailure(error);
        return false;
      }
    },
    [viewerId, mutate, mutateAny],
  );

  return {
    newest: data?.items[0] ?? null,
    isFavorite: track !== null && (wanted(track) ?? (ids.has(track) || (isAsked && isOlder))),
    /** Whether this mark was removed in this tab, wherever that was pressed. */
    isGone: (favorite: FavoriteView) => wanted(favorite.track.id) === false || dropped.has(markOf(favorite)),
    toggle,
  };
}
