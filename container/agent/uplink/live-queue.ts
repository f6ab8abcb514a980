/** Frames that wait to be heard live. Those that become too old for it are left to the recording. */
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { KeptFrame, UplinkKind } from "./unacknowledged.ts";

const heldMs = 2_000;

export class LiveQueue {
  #frames: KeptFrame[] = [];
  /** The next frame of these kinds follows frames that were not sent live. */
  readonly #afterGap = new Set<UplinkKind>();

  push(kept: KeptFrame): void {
    this.#frames.push(kept);
    this.#leave(kept.frame.at - heldMs);
  }

  /**
   * Passes frames to `send` until it returns false. The mark of a gap is added on a copy: for the recording, which gets
   * the missing frames late, there is no gap.
   */
  flush(send: (frame: UplinkFrame) => boolean): void {
    let sent = 0;
    for (const kept of this.#frames) {
      const { frame } = kept;
      if (!send(this.#afterGap.has(frame.kind) ? { ...frame, isDiscontinuity: true } : frame)) break;
      this.#afterGap.delete(frame.kind);
      kept.state = "sent";
      sent++;
    }
    if (sent > 0) this.#frames = this.#frames.slice(sent);
  }

  /** Nothing that waits will be heard live. */
  leaveAll(): void {
    this.#leave(Number.POSITIVE_INFINITY);
  }

  /** Leaves frames from before `oldest` to the recording. */
  #leave(oldest: number): void {
    const old = this.#frames.filter(({ frame }) => frame.at < oldest);
    if (old.length === 0) return;
    this.#frames = this.#frames.filter(({ frame }) => frame.at >= oldest);
    for (const kept of old) {
      kept.state = "late";
      this.#afterGap.add(kept.frame.kind);
    }
  }
}
