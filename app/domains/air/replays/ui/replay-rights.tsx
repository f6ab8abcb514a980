import { Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { Button } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import { Toggle } from "#app/ui/toggle.tsx";
import { updateReplayCall } from "../calls.ts";
import type { OwnReplayView, ReplayRights } from "../contract.ts";
import { dayMs } from "../rules.ts";
import { VisibilityChoice } from "./visibility-choice.tsx";

const StopDialog = lazyDialog(() => import("./stop-recording-dialog.tsx"));
const DeleteDialog = lazyDialog(() => import("./delete-replay-dialog.tsx"));

/**
 * The owner's controls of a replay: who may hear it, download and feed, and its deletion. Shown immediately, reverted
 * when the server refuses.
 */
export function ReplayRightsForm({
  replay,
  rights,
  endedAt = null,
  isRunning = false,
  isPlanned = false,
  onChanged,
  onDeleted,
}: {
  /** `id` may be that of its set. */
  replay: { id: string; name: string };
  rights: ReplayRights;
  /** Epoch ms; null while it is on air. */
  endedAt?: number | null;
  /** The set is on air, and the recording can still be stopped. */
  isRunning?: boolean;
  /** The set has not begun: nothing is deleted yet. */
  isPlanned?: boolean;
  onChanged?: (replay: OwnReplayView) => void;
  onDeleted: () => void;
}) {
  const group = useId();
  const now = useNow(60_000);
  const [{ loaded, saved }, setState] = useState({ loaded: rights, saved: rights });
  // Loaded again: what the server says counts.
  if (loaded !== rights) setState({ loaded: rights, saved: rights });
  const [wanted, setWanted] = useState<ReplayRights["visibility"] | null>(null);
  const [asking, setAsking] = useState<"stop" | "delete" | null>(null);
  const save = async (change: Partial<ReplayRights>): Promise<boolean> => {
    try {
      const answer = await callApi(updateReplayCall, { replay: replay.id, ...change });
      // Responses may arrive in any order: each is only about its own settings.
      setState((now) => ({ ...now, saved: { ...now.saved, ...pick(answer.rights, change) } }));
      onChanged?.(answer);
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  const choose = async (visibility: ReplayRights["visibility"]) => {
    setWanted(visibility);
    await save({ visibility });
    setWanted((now) => (now === visibility ? null : now));
  };
  const visibility = wanted ?? saved.visibility;
  const isKept = visibility !== "never";
  return (
    <div className="max-w-2xl">
      <VisibilityChoice
        name={`${group}-visibility`}
        legend="Who can hear it"
        value={visibility}
        isComplete={endedAt !== null}
        hasDay={visibility === "day" || endedAt === null || now < endedAt + dayMs}
        // A key that moves through the choices must not delete anything.
        onChoose={(each) =>
          each === "never" && isRunning && !isPlanned ? setAsking("stop") : void choose(each)
        }
      />
      {isKept && (
        <div className="mt-2 divide-y divide-tick/50 border-t border-tick">
          <Toggle
            label="Download"
            description="Everyone who can hear it can also download it, as MP3 or Opus."
            isOn={saved.download}
            onChange={(download) => save({ download })}
          />
          <Toggle
            label="Podcast Feed"
            description="It appears in your RSS feed while everyone can hear it. Podcast apps download it from there, even if downloads are off."
            isOn={saved.feed}
            onChange={(feed) => save({ feed })}
          />
        </div>
      )}
      {isKept && !isRunning && (
        <Button
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={() => setAsking("delete")}
          className="mt-3"
        >
          Delete Replay
        </Button>
      )}
      {asking === "stop" && (
        <StopDialog onConfirm={() => void choose("never")} onClose={() => setAsking(null)} />
      )}
      {asking === "delete" && (
        <DeleteDialog replay={replay} onDeleted={onDeleted} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

/** The rights of `all` that `change` names. */
function pick(all: ReplayRights, change: Partial<ReplayRights>): Partial<ReplayRights> {
  return {
    ...(change.visibility !== undefined && { visibility: all.visibility }),
    ...(change.download !== undefined && { download: all.download }),
    ...(change.feed !== undefined && { feed: all.feed }),
  };
}
