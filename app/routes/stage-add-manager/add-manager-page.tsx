import { useState } from "react";
import { callApi } from "#app/api-client.ts";
import { addManagerCall } from "#app/domains/air/stages/calls/members.ts";
import { ManagePage } from "#app/domains/air/stages/ui/manage/manage-page.tsx";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { PeopleSearch } from "#app/domains/people/people/ui/people-search.tsx";
import { editStagePath } from "#app/paths.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useViewer } from "../shell/viewer.ts";

/** Finds a person and makes them a manager of the stage. */
export function AddManagerPage({
  stage,
  loaded,
}: {
  stage: { id: string; name: string };
  loaded: PersonView[];
}) {
  const viewer = useViewer();
  const [managers, setManagers] = useState(loaded);
  const { ask, dialog } = useQuestion();
  const hiddenIds = new Set([...managers.map(({ id }) => id), ...(viewer ? [viewer.id] : [])]);

  const askToAdd = (person: PersonView) =>
    ask({
      title: `Add ${person.username} as manager?`,
      text: "They can do everything you can: change settings, bookings, members and managers, including you.",
      action: "Add Manager",
      tone: "solid",
      run: async () => {
        const body = { room: stage.id, user: person.id };
        const after = await callApi(addManagerCall, body);
        setManagers(after.managers);
        showToast(after.type, after.message);
      },
    });

  return (
    <ManagePage title={`Add Stage Manager for ${stage.name}`} up={editStagePath(stage.id)}>
      <div className="mt-6">
        <PeopleSearch hiddenIds={hiddenIds} action="Add" onChoose={askToAdd} />
      </div>
      {dialog}
    </ManagePage>
  );
}
