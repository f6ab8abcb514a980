import { UserMinus } from "lucide-react";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { callApi } from "#app/api-client.ts";
import { removeManagerCall } from "#app/domains/air/stages/calls/members.ts";
import { PersonLine } from "#app/domains/air/stages/ui/manage/person-line.tsx";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { addManagerPath } from "#app/paths.ts";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useViewer } from "../shell/viewer.ts";
import { connectionKey } from "./broadcasting-section.tsx";

/** The managers of the stage. A manager can remove everyone except themselves. */
export function ManagersSection({
  stageId,
  isOnDemand,
  loaded,
}: {
  stageId: string;
  isOnDemand: boolean;
  loaded: PersonView[];
}) {
  const viewer = useViewer();
  const [managers, setManagers] = useState(loaded);
  const { ask, dialog } = useQuestion();
  const { mutate } = useSWRConfig();

  const askToRemove = (person: PersonView) =>
    ask({
      title: `Remove ${person.username} as manager?`,
      text: isOnDemand
        ? "They can no longer change this stage or its people. Because they know its key / mount and password, the stage gets new ones. A connected encoder is cut off and has to reconnect with the new ones."
        : "They can no longer change this stage, its bookings or its people. Their own sets stay.",
      action: "Remove Manager",
      run: async () => {
        const body = { room: stageId, user: person.id };
        const after = await callApi(removeManagerCall, body);
        setManagers(after.managers);
        if (isOnDemand) void mutate(connectionKey(stageId));
        showToast(after.type, after.message);
      },
    });

  return (
    <Section title="Managers" end={<ButtonLink to={addManagerPath(stageId)}>Add Manager</ButtonLink>}>
      <ul className="border-b border-tick">
        {managers.map((person) => (
          <PersonLine key={person.id} person={person} about={person.id === viewer?.id ? "You" : undefined}>
            {person.id !== viewer?.id && (
              <IconButton
                label={`Remove ${person.username} as manager`}
                aria-haspopup="dialog"
                onClick={() => askToRemove(person)}
              >
                <UserMinus aria-hidden="true" className="size-5" />
              </IconButton>
            )}
          </PersonLine>
        ))}
      </ul>
      {dialog}
    </Section>
  );
}
