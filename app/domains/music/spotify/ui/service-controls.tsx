import { X } from "lucide-react";
import type { ServicePlay } from "#app/player/contract.ts";
import { usePlayerRequests } from "#app/player/player-provider.tsx";
import { buttonClass, IconButton } from "#app/ui/button.tsx";
import { useStore } from "#app/ui/store.ts";
import { SpotifyMark } from "./spotify-mark.tsx";

/** Shows the controls of the bar for a track of another service: its cover, the way to it there, and the end. */
export function ServiceControls({ service }: { service: ServicePlay }) {
  const player = usePlayerRequests();
  const cover = useStore(service.details, (details) => details.cover, null);
  const close = () => {
    if (service.before) player.play(service.before);
    else player.stop();
  };
  return (
    <div className="flex shrink-0 items-center gap-1">
      {cover && <img src={cover} alt="" className="hidden size-11 object-contain sm:block" />}
      <a
        href={service.href}
        target="_blank"
        rel="noreferrer"
        aria-label={`Open in ${service.name}`}
        title={`Open in ${service.name}`}
        className={buttonClass("bare", "min-w-11 gap-2 px-2!")}
      >
        <SpotifyMark className="size-6 text-green" />
        <span className="max-sm:hidden">{service.name}</span>
      </a>
      <IconButton label={`Close ${service.name}`} onClick={close}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}
