import { lazy, Suspense, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { banCall, unbanCall } from "#app/domains/outside/operator/calls/operator.ts";
import type { OverseenPersonView } from "#app/domains/outside/operator/contract/moderation.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";

const SuspendDialog = lazy(() => import("./suspend-dialog.tsx"));

/** Suspends a person after a confirmation, or lifts the suspension. Not shown for an operator. */
export function SuspensionButton({
  person,
  isBanned,
  onChange,
}: {
  person: Pick<OverseenPersonView, "id" | "username" | "isOperator">;
  isBanned: boolean;
  onChange: (isBanned: boolean) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useWork(showFailure);
  if (person.isOperator && !isBanned) return null;

  const change = async (command: "ban" | "unban") => {
    await run(async () => {
      await callApi(command === "ban" ? banCall : unbanCall, { user: person.id });
      onChange(command === "ban");
      showToast(
        "confirm",
        command === "ban" ? `${person.username} is suspended` : `${person.username} is no longer suspended`,
      );
    });
    setAsking(false);
  };

  return (
    <>
      <Button
        aria-haspopup={isBanned ? undefined : "dialog"}
        isBusy={isBusy && !isAsking}
        onClick={() => (isBanned ? void change("unban") : setAsking(true))}
      >
        {isBanned ? "Lift Suspension" : "Suspend"}
        <span className="sr-only">
          {isBanned ? " of " : " "}
          {person.username}
        </span>
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <SuspendDialog
            username={person.username}
            isBusy={isBusy}
            onConfirm={() => void change("ban")}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
