import { KeyRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import {
  openStageConnectionCall,
  resetStageConnectionCall,
} from "#app/domains/air/stages/calls/connection.ts";
import { goLiveNote } from "#app/domains/air/stages/ui/manage/go-live-note.ts";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";

const ConnectionDetails = lazy(() =>
  import("#app/domains/air/media/ui/connection-details.tsx").then((module) => ({
    default: module.ConnectionDetails,
  })),
);
/** The cache key of a stage's connection settings, for everything that replaces them. */
export const connectionKey = (stageId: string) => [openStageConnectionCall.path, stageId] as const;

/** The encoder settings of an on-demand stage, and a button to replace them. */
export function BroadcastingSection({ stageId }: { stageId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { ask, dialog } = useQuestion();
  const body = { room: stageId };
  // Secrets are fetched only when they are to be shown.
  const { data, error, mutate } = useSWR(
    isOpen ? connectionKey(stageId) : null,
    () => callApi(openStageConnectionCall, body),
    { revalidateOnFocus: false },
  );

  const askForNewKey = () =>
    ask({
      title: "Generate a new key / mount?",
      text: "The old key / mount expires immediately. Any broadcast that uses it is cut off within five seconds. Set up every encoder again.",
      action: "Generate New Key / Mount",
      run: async () => {
        const renewed = await callApi(resetStageConnectionCall, body);
        setOpen(true);
        await mutate(renewed, { revalidate: false });
        showToast("confirm", "New key / mount generated");
      },
    });

  return (
    <Section title="Broadcasting Details" intro={goLiveNote}>
      <div className="flex flex-wrap gap-3">
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide Connection Details" : "Show Connection Details"}
        </Button>
        <Button
          icon={<KeyRound aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={askForNewKey}
        >
          Generate new broadcasting key / mount
        </Button>
      </div>
      {isOpen && (
        <div className="mt-4">
          {data ? (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <ConnectionDetails connection={data} />
            </Suspense>
          ) : error ? (
            <p role="alert" className="text-16 text-red">
              {error instanceof Error ? error.message : "Unknown error"}
            </p>
          ) : (
            <Skeleton className="h-96" />
          )}
        </div>
      )}
      {dialog}
    </Section>
  );
}
