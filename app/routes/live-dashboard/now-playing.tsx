import { useState } from "react";
import useSWR from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import { correctTracklistCall, listKnownNamesCall } from "#app/domains/air/tracklists/calls/tracklists.ts";
import { type Name, NameForm } from "#app/domains/air/tracklists/ui/name-form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";

const nothing = { artist: "", title: "" };

/** Names what plays now, for performers whose encoder sends no titles: everyone on the stage sees it at once. */
export default function NowPlaying({
  set,
  current,
  serverNow,
}: {
  set: string;
  /** The track that the stage shows now; null: none. */
  current: Name | null;
  /** The server's time now, epoch ms. */
  serverNow: () => number;
}) {
  const [count, setCount] = useState(0);
  // The known names are for whoever types.
  const [isAsked, setAsked] = useState(false);
  const { run } = useWork(showFailure);
  const { data } = useSWR(
    isAsked ? [listKnownNamesCall.path, set] : null,
    () => callApi(listKnownNamesCall, { set }).then(({ names }) => names),
    { revalidateOnFocus: false, onError: () => {} },
  );
  const show = (name: Name) =>
    run(async () => {
      await callApi(correctTracklistCall, { set, act: "add", start: Math.floor(serverNow()), ...name });
      setCount(count + 1);
      showToast("confirm", "Listeners see it now");
    });
  return (
    <SetSection title="Now Playing">
      <p className="mb-3 text-16 text-ink-2" dir="auto">
        {current === null ? "No song data yet" : [current.artist, current.title].filter(Boolean).join(" – ")}
      </p>
      <div className="max-w-3xl" onFocus={() => setAsked(true)}>
        <NameForm
          key={count}
          first={nothing}
          known={data ?? []}
          action="Show as Playing"
          onName={(name) => void show(name)}
        />
      </div>
    </SetSection>
  );
}
