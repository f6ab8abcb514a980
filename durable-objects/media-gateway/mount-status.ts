import type { MountStatus } from "#app/context.ts";
import type { Encoder } from "./encoder.ts";

/** What the performer sees of their own encoder. */
export function toMountStatus(encoder: Encoder): MountStatus {
  const isConnected = encoder.state === "up";
  const isDown = encoder.state === "down";
  return {
    isConnected,
    isUnknown: encoder.state === "unknown",
    connectedAt: isConnected ? encoder.connectedAt : null,
    firstAudioAt: isConnected ? encoder.firstAudioAt : null,
    codec: isConnected ? encoder.codec : null,
    level: isConnected ? encoder.level : null,
    silentSince: isConnected ? encoder.silentSince : null,
    quality: isConnected ? encoder.quality : null,
    ended:
      isDown && encoder.disconnectedAt !== null
        ? { at: encoder.disconnectedAt, isFrozen: encoder.isFrozenEnd }
        : null,
    refusedAt: isDown ? encoder.refusedAt : null,
  };
}
