import { useEffect, useEffectEvent, useRef } from "react";
import { usePlayer, usePlayerRequests } from "../../player/player-provider.tsx";
import { readPalette } from "./palette.ts";
import type { VisualizerScene } from "./visualizer-scene.ts";

/**
 * The scene on its canvas. It draws while something plays and the page is visible; otherwise it is paused and costs
 * nothing. Calls `onImpossible` without WebGL, after a lost context, or when a chunk did not load.
 */
export function MovingPicture({ onImpossible }: { onImpossible: () => void }) {
  const player = usePlayerRequests();
  const isPlaying = usePlayer(({ status }) => status === "playing");
  const frame = useRef<HTMLDivElement>(null);
  const scene = useRef<VisualizerScene | null>(null);
  const run = useEffectEvent(() => {
    if (isPlaying && !document.hidden) scene.current?.start();
    else scene.current?.stop();
  });
  const giveUp = useEffectEvent(onImpossible);

  useEffect(() => {
    const around = frame.current;
    if (around === null) return;
    // A canvas has one context in its life, and a scene releases it when it ends.
    const canvas = document.createElement("canvas");
    canvas.className = "block size-full";
    around.appendChild(canvas);
    let isGone = false;
    const sizes = new ResizeObserver(() => scene.current?.resize(canvas.clientWidth, canvas.clientHeight));
    const show = ({ VisualizerScene }: typeof import("./visualizer-scene.ts")) => {
      if (isGone) return;
      scene.current = new VisualizerScene({
        canvas,
        palette: readPalette(),
        level: () => player.level(),
        onLost: giveUp,
      });
      sizes.observe(around);
      run();
    };
    import("./visualizer-scene.ts").then(show).catch(() => {
      if (!isGone) giveUp();
    });
    document.addEventListener("visibilitychange", run);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", run);
      sizes.disconnect();
      scene.current?.dispose();
      scene.current = null;
      canvas.remove();
    };
  }, [player]);

  useEffect(() => run(), [isPlaying]);

  return <div ref={frame} aria-hidden="true" className="absolute inset-0" />;
}
