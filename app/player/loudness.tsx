import { Volume2, VolumeX } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import { usePlayer, usePlayerRequests } from "./player-provider.tsx";
import { VolumeKnob } from "./volume-knob.tsx";

/** Mute and volume. */
export default function Loudness() {
  const player = usePlayerRequests();
  const isMuted = usePlayer((state) => state.isMuted);
  const Icon = isMuted ? VolumeX : Volume2;
  return (
    <>
      <IconButton
        label={isMuted ? "Unmute" : "Mute"}
        aria-pressed={isMuted}
        onClick={() => player.sound.toggleMute()}
      >
        <Icon aria-hidden="true" className="size-5" />
      </IconButton>
      <VolumeKnob />
    </>
  );
}
