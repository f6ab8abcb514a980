import { Play } from "lucide-react";
import { Link } from "react-router";

/** Looks like the play control of a room, and opens the replay. */
export function ReplayLink({ to, name }: { to: string; name: string }) {
  return (
    <Link
      to={to}
      aria-label={`Play ${name} again`}
      title="Play Again"
      className="ml-auto grid size-11 shrink-0 place-items-center self-center rounded-full border-2 border-green bg-green-soft text-green transition-colors hover:bg-green/25"
    >
      <Play aria-hidden="true" className="size-5 translate-x-px fill-current" />
    </Link>
  );
}
