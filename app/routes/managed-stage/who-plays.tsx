import { useState } from "react";
import useSWR from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { listPlayersCall, namePerformerCall } from "#app/domains/air/stages/calls/playing.ts";
import { PlayersView } from "#app/domains/air/stages/contract/playing.ts";
import { PersonLine } from "#app/domains/air/stages/ui/manage/person-line.tsx";
import { membersPath } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useViewer } from "../shell/viewer.ts";

/** Maximum number of people without a search. */
const seenAtOnce = 6;

/** Shows and changes who plays on an on-demand stage: its encoder does not identify them, so a manager does. */
export function WhoPlays({ stageId }: { stageId: string }) {
  const { data, error, mutate } = useSWR([listPlayersCall.path, stageId], () =>
    callApi(listPlayersCall, { room: stageId }),
  );
  const { isBusy, run } = useWork(showFailure);

  const name = (user: string | null) =>
    run(async () => {
      const body = { room: stageId, user };
      const after = await callApi(namePerformerCall, body);
      await mutate(after, { revalidate: false });
      showToast(after.type, after.message);
    });

  return (
    <Section
      title="Who Is Playing"
      intro="Your stage shows the performer you name, and tracks, listeners, cheers and hours count for them. The name stays until you change it. Listeners hear no break."
      end={
        data?.performer && (
          <Button isBusy={isBusy} onClick={() => void name(null)}>
            Remove Name
          </Button>
        )
      }
    >
      {data ? (
        <Choices players={data} isBusy={isBusy} onName={(user) => void name(user)} />
      ) : error ? (
        <p role="alert" className="text-16 text-red">
          {error instanceof Error ? error.message : "Unknown error"}
        </p>
      ) : (
        <Skeleton className="h-32" />
      )}
      <p className="mt-3 max-w-[60ch] text-14 text-ink-3">
        Each member decides whether they can be named, on the stage page under People.
      </p>
      <ButtonLink to={membersPath(stageId)} className="mt-3">
        Manage Members
      </ButtonLink>
    </Section>
  );
}

function Choices({
  players: { performer, choices },
  isBusy,
  onName,
}: {
  players: PlayersView;
  isBusy: boolean;
  onName: (userId: string) => void;
}) {
  const viewer = useViewer();
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const found = choices.filter(({ username }) => username.toLowerCase().includes(wanted));
  return (
    <>
      <p className="mb-3 text-16">
        {performer ? (
          <>
            Named now: <bdi className="font-semibold">{performer.username}</bdi>
          </>
        ) : (
          "No performer is named"
        )}
      </p>
      {choices.length > seenAtOnce && (
        <Field
          label="Search members"
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
        />
      )}
      {found.length === 0 ? (
        <EmptyState title={choices.length === 0 ? "No one can be named yet" : "No members found"}>
          {choices.length === 0 && "Members who have passed the stream test appear here."}
        </EmptyState>
      ) : (
        <ul className="border-b border-tick">
          {found.map(({ allowsNaming, ...person }) => {
            const isNamed = person.id === performer?.id;
            const isOneself = person.id === viewer?.id;
            return (
              <PersonLine
                key={person.id}
                person={person}
                about={isOneself ? "You" : allowsNaming ? "Can be named" : "Has not agreed to be named"}
              >
                {isNamed && <Badge tone="amber">NAMED</Badge>}
                {!isNamed && allowsNaming && (
                  <Button
                    isBusy={isBusy}
                    aria-label={`Name ${person.username} as the performer`}
                    onClick={() => onName(person.id)}
                  >
                    Name
                  </Button>
                )}
              </PersonLine>
            );
          })}
        </ul>
      )}
    </>
  );
}
