import { Link } from "react-router";
import { profilePath, stagePath } from "#app/paths.ts";
import type { FavoriteView } from "../contract/tracks.ts";

/** Shows by whom, or otherwise on which stage, a favorite was performed; nothing where neither exists any more. */
export function HeardFrom({ favorite: { dj, room } }: { favorite: FavoriteView }) {
  const link = "text-ink-2 underline decoration-edge hover:decoration-current";
  if (dj) {
    return (
      <>
        Performed by{" "}
        <Link to={profilePath(dj.id)} className={link} dir="auto">
          {dj.username}
        </Link>
      </>
    );
  }
  if (!room) return null;
  return (
    <>
      Performed on the{" "}
      <Link to={stagePath(room.id)} className={link} dir="auto">
        {room.name}
      </Link>{" "}
      stage
    </>
  );
}
