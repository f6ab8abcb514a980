import { Button } from "#app/ui/button.tsx";

/**
 * Equally wide for both labels: nothing moves when it is pressed. On the smallest phones a profile's actions have one row.
 * `isQuiet` where it is one of many.
 */
export function FollowButton({
  name,
  isFollowing,
  onToggle,
  isQuiet = false,
}: {
  name: string;
  isFollowing: boolean;
  onToggle: () => void;
  isQuiet?: boolean;
}) {
  const [wanted, done] = isQuiet ? (["quiet", "bare"] as const) : (["solid", "quiet"] as const);
  return (
    <Button
      tone={isFollowing ? done : wanted}
      onClick={onToggle}
      className="w-26 shrink-0 px-0! max-[359px]:w-20"
    >
      {isFollowing ? "Unfollow" : "Follow"}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}
