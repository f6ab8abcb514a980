import { callApi, showFailure } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useShownAtOnce } from "#app/ui/use-shown-at-once.ts";
import { followCall, toggleAlertCall, unfollowCall } from "../calls/relations.ts";
import type { RelationView } from "../contract/relations.ts";
import { alertChanged } from "./alert-texts.ts";

/** The displayed relation of the viewer to a person. `followerCount` is null where it is hidden. */
type Relation = Pick<RelationView, "id" | "following" | "alert" | "followerCount">;

/** Follow and alert of one person; `loaded` as in `useShownAtOnce`. */
export function useRelation(loaded: Relation) {
  const { shown, change: changeBy } = useShownAtOnce<Relation>(loaded, showFailure);
  const change = (next: Relation, send: () => Promise<RelationView>, done?: string): void =>
    changeBy(next, async () => {
      const answer = await send();
      if (done !== undefined) showToast("confirm", done);
      return answer;
    });

  const user = loaded.id;
  const count = (by: number) => (shown.followerCount === null ? null : Math.max(0, shown.followerCount + by));
  return {
    ...shown,
    toggleFollow: () =>
      shown.following
        ? change({ ...shown, following: false, alert: false, followerCount: count(-1) }, () =>
            callApi(unfollowCall, { user }),
          )
        : change(
            { ...shown, following: true, alert: true, followerCount: count(1) },
            () => callApi(followCall, { user }),
            "Following confirmed",
          ),
    toggleAlert: () =>
      change(
        { ...shown, alert: !shown.alert },
        () => callApi(toggleAlertCall, { user, alert: !shown.alert }),
        alertChanged,
      ),
  };
}
