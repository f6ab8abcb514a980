import type { MountStatus } from "#app/context.ts";
import { type TestProgress, toTestLevel } from "#app/domains/air/media/rules-test-progress.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { MountRow } from "./ledger.ts";

/** Returns a mount as its performer sees it; `row` undefined: no encoder was ever connected to it. */
export function toMountStatus(row: MountRow | undefined, heldBy: RoomPath | null): MountStatus {
  const encoder = row?.encoder;
  const isConnected = encoder?.state === "up";
  return {
    heldBy,
    isConnected,
    isUnknown: encoder?.state === "unknown",
    connectedAt: isConnected ? encoder.connectedAt : null,
    firstAudioAt: isConnected ? encoder.firstAudioAt : null,
    codec: isConnected ? encoder.codec : null,
    level: isConnected ? encoder.level : null,
    silentSince: isConnected ? encoder.silentSince : null,
    quality: isConnected ? encoder.quality : null,
    heard: isConnected ? encoder.heard : undefined,
    ended:
      encoder?.state === "down" && encoder.disconnectedAt !== null
        ? { at: encoder.disconnectedAt, isFrozen: encoder.isFrozenEnd, fault: encoder.endFault }
        : null,
    refusedAt: encoder?.state === "down" ? encoder.refusedAt : null,
  };
}

/** The progress of the test on a mount. */
export function toTestProgress(row: MountRow | undefined): TestProgress {
  const isConnected = row?.encoder.state === "up";
  const rmsDb = isConnected ? row?.encoder.level?.rmsDb : undefined;
  return {
    status: row?.test.status ?? "testing",
    level: rmsDb === undefined ? 0 : toTestLevel(rmsDb),
    isConnected,
  };
}
