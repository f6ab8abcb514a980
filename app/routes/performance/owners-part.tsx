import { useNavigate, useRevalidator } from "react-router";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { SetSection } from "#app/domains/air/sets/ui/set-section.tsx";
import { playedSetPath, profilePath } from "#app/paths.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";

const ReplayRightsForm = lazyPart(() =>
  import("#app/domains/air/replays/ui/replay-rights.tsx").then((module) => ({
    default: module.ReplayRightsForm,
  })),
);

const ReplayUpload = lazyPart(() =>
  import("#app/domains/outside/uploads/ui/replay-upload.tsx").then((module) => ({
    default: module.ReplayUpload,
  })),
);

/** The controls of who may hear a replay, for its owner. The default export of its own chunk. */
export default function OwnersPart({
  replay,
  rights,
}: {
  replay: ReplayDetailsView;
  rights: NonNullable<ReplayDetailsView["rights"]>;
}) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const leave = () => {
    showToast("confirm", "Replay deleted");
    const { set, performer } = replay;
    const next = set ? playedSetPath(set) : performer ? profilePath(performer.id) : "/";
    void navigate(next, { replace: true });
    void revalidate();
  };
  return (
    <SetSection title="Who Can Hear This">
      <p className="mb-4 max-w-[60ch] text-14 text-ink-3">
        Only you see this part. Changes are saved immediately.
      </p>
      <InBrowser fallback={<Skeleton className="h-96 max-w-2xl" />}>
        <ReplayRightsForm
          replay={replay}
          rights={rights}
          endedAt={replay.endTime}
          isRunning={replay.endTime === null}
          onChanged={({ rights, endTime }) => {
            if (rights.visibility !== "never") return void revalidate();
            // Its page is gone; the list of all has it until it is deleted.
            if (endTime === null) leave();
            else void navigate("/settings/dj/replays");
          }}
          onDeleted={leave}
        />
        <ReplayUpload replay={replay.id} />
      </InBrowser>
    </SetSection>
  );
}
