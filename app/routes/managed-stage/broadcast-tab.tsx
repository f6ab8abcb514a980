import type { ReactNode } from "react";
import { callApi } from "#app/api-client.ts";
import {
  openStageConnectionCall,
  resetStageConnectionCall,
} from "#app/domains/air/stages/calls/connection.ts";
import { goLiveNote } from "#app/domains/air/stages/ui/manage/go-live-note.ts";
import { ConnectionSection } from "../performer/connection-section.tsx";
import { WhoPlays } from "./who-plays.tsx";

/** Shows how an on-demand stage goes on air. */
export default function BroadcastTab({ stageId, children }: { stageId: string; children: ReactNode }) {
  const body = { room: stageId };
  return (
    <div className="flex flex-col gap-x-12 gap-y-8 lg:flex-row">
      <div className="min-w-0 grow">
        <ConnectionSection
          calls={{
            read: () => callApi(openStageConnectionCall, body),
            reset: () => callApi(resetStageConnectionCall, body),
          }}
        />
        <p className="mt-3 text-14 text-ink-3">{goLiveNote}</p>
        <WhoPlays stageId={stageId} />
      </div>
      {children}
    </div>
  );
}
