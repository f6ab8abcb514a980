import type { PlayoutStrategy, Start, StrategyBuffer } from "./strategy.ts";

/** A replay starts with this much decoded, and after it has run dry; what follows is decoded faster than it is heard. */
const replayStartMs = 100;

/** A replay is at nobody's pace but its own: nothing is skipped or stretched. */
export class ReplayStrategy implements PlayoutStrategy {
  arrived(): void {}

  underran(): void {}

  decideStart(buffer: StrategyBuffer): Start | null {
    return buffer.levelMs() >= replayStartMs ? "next" : null;
  }

  decideRate(): null {
    return null;
  }

  targetMs(): number {
    return replayStartMs;
  }

  spreadMs(): undefined {}
}
