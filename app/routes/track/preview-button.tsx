import { Play, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";

/** Plays a preview of a song, from its start each time, and says when it cannot. */
export function PreviewButton({ src }: { src: string }) {
  const audio = useRef<HTMLAudioElement | null>(null);
  const [state, setState] = useState<"silent" | "playing" | "failed">("silent");
  useEffect(() => () => audio.current?.pause(), []);

  const play = async () => {
    audio.current ??= new Audio(src);
    audio.current.currentTime = 0;
    audio.current.onended = () => setState("silent");
    setState("playing");
    try {
      await audio.current.play();
    } catch {
      // A stop before it started is not a failure: it is paused, and has no error.
      if (audio.current.error !== null) setState("failed");
    }
  };
  const stop = () => {
    audio.current?.pause();
    setState("silent");
  };

  const isPlaying = state === "playing";
  const Icon = isPlaying ? Square : Play;
  return (
    <>
      <Button
        icon={<Icon aria-hidden="true" className="size-4 fill-current" />}
        onClick={() => (isPlaying ? stop() : void play())}
      >
        {isPlaying ? "Stop Preview" : "Preview"}
      </Button>
      <output className="text-14 text-ink-2">
        {state === "failed" && "The preview could not be played."}
      </output>
    </>
  );
}
