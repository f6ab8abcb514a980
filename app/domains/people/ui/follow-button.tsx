import clsx from "clsx";
import { Button } from "#app/ui/button.tsx";

/** As wide for one word as for the other: nothing moves when it is pressed. */
export function FollowButton({
  name,
  isFollowing,
  onToggle,
  className,
}: {
  name: string;
  isFollowing: boolean;
  onToggle: () => void;
  className?: string;
}) {
  return (
    <Button
      tone={isFollowing ? "quiet" : "solid"}
      onClick={onToggle}
      className={clsx("w-26 shrink-0 px-0!", className)}
    >
      {isFollowing ? "Unfollow" : "Follow"}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
