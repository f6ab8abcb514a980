import { callApi, showFailure } from "#app/api-client.ts";
import { searchStagesCall } from "#app/domains/air/stages/calls/stages.ts";
import { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { Badge } from "#app/ui/lamp.tsx";
import { Picture } from "#app/ui/picture.tsx";
import { SearchList } from "#app/ui/search-list.tsx";

const find = (search: string) => callApi(searchStagesCall, { search });

/** Searches booking stages, and passes on the chosen one. */
export function StageSearch({ onChoose }: { onChoose: (stage: StageView) => void }) {
  return (
    <SearchList
      label="Search stages"
      hint="Search by name, genre or description"
      words={{ one: "stage", other: "stages" }}
      find={find}
      onError={showFailure}
      onChoose={onChoose}
    >
      {(stage) => <StageFacts stage={stage} />}
    </SearchList>
  );
}

/** The facts about a stage for someone who is about to book it. */
export function StageFacts({ stage }: { stage: StageView }) {
  return (
    <>
      <Picture src={stage.thumbnail} name={stage.name} className="size-14 self-start" />
      <span className="min-w-0 grow">
        <span className="display block text-20" dir="auto">
          {stage.name}
        </span>
        {stage.genre && (
          <span className="block text-14 text-ink-2" dir="auto">
            {stage.genre}
          </span>
        )}
        {stage.description && (
          <span className="line-clamp-2 text-14 text-ink-3" dir="auto">
            {stage.description}
          </span>
        )}
        <Flags stage={stage} />
      </span>
    </>
  );
}

/** Shows how the stage takes bookings, where that differs from single sets answered by a manager. */
function Flags({ stage }: { stage: StageView }) {
  const flags = [
    stage.autoApprove && "Auto approve",
    stage.membersOnly && "Members only",
    stage.weekly && "Weekly",
  ].filter((flag) => flag !== false);
  if (flags.length === 0) return null;
  return (
    <span className="mt-1.5 flex flex-wrap gap-1.5">
      {flags.map((flag) => (
        <Badge key={flag} tone="off">
          {flag}
        </Badge>
      ))}
    </span>
  );
}
