import { useRef, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { showToast } from "#app/ui/toast.tsx";
import { RelationView } from "../contract/relations.ts";

/** How the viewer stands to a person, as far as it is shown. `followerCount` is null where it is hidden. */
type Relation = Pick<RelationView, "id" | "following" | "alert" | "followerCount">;

/**
 * Follow and alert of one person: shown at once as they will be, taken back when the server refuses. Fast presses are
 * sent one after the other, and the last one stands. `loaded` is what the page came with; another object than before
 * is newer news and replaces what was shown.
 */
export function useRelation(loaded: Relation) {
  const [state, setState] = useState({ loaded, settled: loaded, shown: loaded });
  if (state.loaded !== loaded) setState({ loaded, settled: loaded, shown: loaded });
  const { shown } = state;
  const queue = useRef(Promise.resolve());
  const lastTurn = useRef(0);

  const change = (
    next: Relation,
    call: { path: `/api/users/${string}`; body: object; done?: string },
  ): void => {
    lastTurn.current += 1;
    const turn = lastTurn.current;
    const isLast = () => turn === lastTurn.current;
    setState((now) => ({ ...now, shown: next }));
    queue.current = queue.current.then(async () => {
      try {
        const answer = await callApi(call.path, { answer: RelationView, body: call.body });
        setState((now) => ({ ...now, settled: answer, shown: isLast() ? answer : now.shown }));
        if (call.done !== undefined) showToast("confirm", call.done);
      } catch (error) {
        setState((now) => (isLast() ? { ...now, shown: now.settled } : now));
        showFailure(error);
      }
    });
  };

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
