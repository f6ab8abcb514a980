import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listCrateCall } from "#app/domains/music/recognition/calls.ts";
import type { CrateTrackView, CrateView } from "#app/domains/music/recognition/contract.ts";
import { CrateList } from "#app/domains/music/recognition/ui/crate-list.tsx";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";

const CrateAdder = lazyPart(() => import("#app/domains/music/recognition/ui/crate-adder.tsx"));

/** A performer's tracks, by which the service recognizes what they play. */
export function CratePage({ user, loaded, total }: { user: string; loaded: CrateView; total: number }) {
  const isPart = total > loaded.tracks.length;
  const { data, error, mutate } = useSWR(
    [listCrateCall.path, user],
    () => callApi(listCrateCall),
    // The loader has just read it; only the rest of a long one is missing.
    { fallbackData: loaded, revalidateOnMount: isPart, revalidateOnFocus: false, onError: () => {} },
  );
  const { tracks, most, asksAcoustId } = data;
  const change = (by: (all: CrateTrackView[]) => CrateTrackView[]) =>
    void mutate((now) => ({ most, asksAcoustId, tracks: by(now?.tracks ?? tracks) }), { revalidate: false });
  const add = (added: CrateTrackView[]) =>
    change((all) => {
      const ids = new Set(added.map(({ id }) => id));
      return [...new Map(added.map((track) => [track.id, track])).values()].concat(
        all.filter(({ id }) => !ids.has(id)),
      );
    });
  const remove = (ids: readonly string[]) => {
    const gone = new Set(ids);
    change((all) => all.filter(({ id }) => !gone.has(id)));
    // Another one may stand for the same recording now.
    void mutate();
  };
  const isWhole = !isPart || tracks.length > loaded.tracks.length;
  return (
    <main id="main" className="mx-auto w-full max-w-4xl pb-12">
      <div className="px-2 py-1.5 sm:px-6">
        <BackButton />
      </div>
      <div className="px-4 sm:px-8">
        <h1 className="display text-28 sm:text-44">Your Crate</h1>
        <p className="mt-2 max-w-[60ch] text-16 text-ink-2">
          Add the music you play. Cue then recognizes it by ear, even when your software sends no titles, and
          fills in your tracklists.
        </p>
        <p className="mt-2 max-w-[60ch] text-14 text-ink-3">
          Your browser reads the files and sends only their tags and a fingerprint of their sound, about 30 KB
          a track. The music never leaves your device and cannot be played back from the fingerprint. No one
          else sees your crate.
        </p>
        <div className="mt-6">
          <InBrowser fallback={<Skeleton className="h-52" />}>
            <CrateAdder user={user} tracks={tracks} asksAcoustId={asksAcoustId} onAdded={add} />
          </InBrowser>
        </div>
        <div className="mt-8">
          <Section
            title="Tracks"
            intro={
              tracks.length > 0.8 * most
                ? `A crate holds at most ${countOf(most, "track", "tracks")}.`
                : undefined
            }
          >
            {error !== undefined && !isWhole && (
              <div className="mb-4 flex flex-wrap items-center gap-3">
                <p className="grow text-14 text-ink-2">Only the newest tracks could be loaded.</p>
                <Button onClick={() => void mutate()}>Try Again</Button>
              </div>
            )}
            <CrateList tracks={tracks} onDeleted={remove} />
          </Section>
        </div>
      </div>
    </main>
  );
}
