import { callApi, showFailure } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useShownAtOnce } from "#app/ui/use-shown-at-once.ts";
import { RelationView } from "../contract/relations.ts";

/** How the viewer stands to a person, as far as it is shown. `followerCount` is null where it is hidden. */
type Relation = Pick<RelationView, "id" | "following" | "alert" | "followerCount">;

/** Follow and alert of one person; `loaded` as in `useShownAtOnce`. */
export function useRelation(loaded: Relation) {
  const { shown, change: changeBy } = useShownAtOnce<Relation>(loaded, showFailure);
  const change = (
    next: Relation,
    call: { path: `/api/users/${string}`; body: object; done?: string },
  ): void =>
    changeBy(next, async () => {
      const answer = await callApi(call.path, { answer: RelationView, body: call.body });
      if (call.done !== undefined) showToast("confirm", call.done);
      return answer;
    });

  const user = loaded.id;
  const count = (by: number) => (shown.followerCount === null ? null : Math.max(0, shown.followerCount + by));
  return {
    ...shown,
    toggleFollow: () =>
      shown.following
        ? change(
            { ...shown, following: false, alert: false, followerCount: count(-1) },
            { path: "/api/users/unfollow", body: { user } },
          )
        : change(
            { ...shown, following: true, alert: true, followerCount: count(1) },
            { path: "/api/users/follow", body: { user }, done: "Following confirmed" },
          ),
    toggleAlert: () =>
      change(
        { ...shown, alert: !shown.alert },
        {
          path: "/api/users/toggleAlert",
          body: { user, alert: !shown.alert },
          done: "Your preference has been updated",
        },
      ),
  };
}
