import clsx from "clsx";
import { Pause, Play } from "lucide-react";
import { useEffect } from "react";
import { BusyTicks } from "../ui/button.tsx";
import { whenIdle } from "../ui/when-idle.ts";
import { isStreaming, type PlaySource, pastOf } from "./contract.ts";
import { usePlayer, usePlayerRequests } from "./player-provider.tsx";

type Look = "stopped" | "loading" | "playing";

/**
 * The PLAY button of one room or replay: outlined in green while it waits, lit while it plays. Starts it if another (or
 * none) is streaming, otherwise stops a room and pauses a replay. For a room whose past is heard it is the button of
 * that past, as in the bar. The large one is for what the page is about, which the play key starts too.
 */
export function PlayControl({ source: of, isCompact = false }: { source: PlaySource; isCompact?: boolean }) {
  const player = usePlayerRequests();
  const source = usePlayer((state) => pastOf(state.source, of) ?? of);
  const look = usePlayer<Look>((state) => {
    if (!isStreaming(state, source)) return "stopped";
    return state.status === "playing" ? "playing" : "loading";
  });
  useEffect(() => whenIdle(() => player.prepare()), [player]);
  useEffect(() => {
    if (isCompact) return;
    player.setPageSource(source);
    return () => player.setPageSource(null);
  }, [player, source, isCompact]);

  return (
    <button
      type="button"
      aria-label={`${wordFor(look, source)} ${source.name}`}
      aria-busy={look === "loading" || undefined}
      data-look={look}
      onPointerEnter={() => player.approach(source)}
      onFocus={() => player.approach(source)}
      onPointerDown={() => player.wake()}
      onClick={() => player.toggle(source)}
      className={clsx(
        "inline-grid shrink-0 place-items-center rounded-full border-2 border-green transition-colors",
        isCompact ? "size-11" : "size-14",
        look === "playing" ? "bg-green text-on-green" : "bg-green-soft text-green hover:bg-green/25",
      )}
    >
      <Glyph look={look} className={isCompact ? "size-5" : "size-6"} />
    </button>
  );
}

function wordFor(look: Look, { kind }: PlaySource): string {
  if (look === "stopped") return "Play";
  return kind === "replay" ? "Pause" : "Stop";
}

function Glyph({ look, className }: { look: Look; className: string }) {
  if (look === "loading") return <BusyTicks />;
  const Icon = look === "playing" ? Pause : Play;
  // The triangle's visual weight is left of its box, so it is shifted a little to the right.
  return (
    <Icon
      aria-hidden="true"
      className={clsx(className, "fill-current", look === "stopped" && "translate-x-px")}
    />
  );
}
