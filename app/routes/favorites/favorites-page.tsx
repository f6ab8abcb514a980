import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { callApi } from "#app/api-client.ts";
import { openFavoritesCall } from "#app/domains/music/tracks/calls/tracks.ts";
import { FavoritePage, type FavoriteView } from "#app/domains/music/tracks/contract/tracks.ts";
import { markOf } from "#app/domains/music/tracks/ui/toggles.ts";
import { useFavorites } from "#app/domains/music/tracks/ui/use-favorites.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { EndlessList } from "#app/ui/endless-list.tsx";
import { FavoriteRow, FavoriteRowSkeleton } from "./favorite-row.tsx";

const RemoveDialog = lazy(() => import("./remove-dialog.tsx"));

const idOf = (favorite: FavoriteView) => favorite.track.id;

/** The viewer's favorites, newest first. */
export function FavoritesPage({ viewerId, first }: { viewerId: string; first: FavoritePage }) {
  const favorites = useFavorites(viewerId);
  const [asked, setAsked] = useState<FavoriteView | null>(null);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const main = useRef<HTMLElement>(null);
  useNewcomers(favorites.newest, first);

  const setIsDropped = (mark: string, isDropped: boolean) =>
    setDropped((now) => new Set(isDropped ? [...now, mark] : [...now].filter((other) => other !== mark)));

  const remove = async (favorite: FavoriteView) => {
    const id = idOf(favorite);
    const next = neighbourOf(main.current, id);
    // Synchronously: otherwise the page behind is still inert when the focus is moved back into it.
    flushSync(() => {
      setAsked(null);
      setIsDropped(markOf(favorite), true);
    });
    (next ?? main.current)?.focus();
    const { trackHistory, set, dj } = favorite;
    const heard = { track: id, trackHistory, set, dj: dj?.id ?? null };
    if (!(await favorites.toggle(heard, true, null))) setIsDropped(markOf(favorite), false);
  };

  return (
    <main
      id="main"
      ref={main}
      tabIndex={-1}
      className="mx-auto w-full max-w-4xl px-4 pt-6 pb-12 outline-none sm:px-8 sm:pt-8"
    >
      <h1 className="display mb-4 text-44">Favorites</h1>
      <EndlessList
        first={first}
        load={(cursor) => callApi(openFavoritesCall, cursor)}
        keyOf={markOf}
        isHidden={(favorite) => dropped.has(markOf(favorite)) || favorites.isGone(favorite)}
        row={(favorite) => <FavoriteRow favorite={favorite} onRemove={() => setAsked(favorite)} />}
        skeleton={<FavoriteRowSkeleton />}
        empty={
          <EmptyState title="No tracks favorited yet">
            Press the heart while a track is playing to save it here.
          </EmptyState>
        }
      />
      {asked && (
        <Suspense fallback={null}>
          <RemoveDialog
            track={asked.track}
            onConfirm={() => void remove(asked)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </main>
  );
}

/** Adds favorites that were marked in the player bar meanwhile to the list. */
function useNewcomers(newest: FavoriteView | null, first: FavoritePage): void {
  const { revalidate } = useRevalidator();
  const read = useEffectEvent((favorite: FavoriteView) => {
    const isShown = first.items.some((item) => markOf(item) === markOf(favorite));
    const isNewer = favorite.timestamp > (first.items[0]?.timestamp ?? 0);
    if (!isShown && isNewer) void revalidate();
  });
  useEffect(() => {
    if (newest) read(newest);
  }, [newest]);
}

/** The button that removes the next favorite, or otherwise the one before. */
function neighbourOf(page: HTMLElement | null, id: string): HTMLElement | undefined {
  const buttons = [...(page?.querySelectorAll<HTMLElement>("[data-removes]") ?? [])];
  const index = buttons.findIndex((button) => button.dataset["removes"] === id);
  return buttons[index + 1] ?? buttons[index - 1];
}
