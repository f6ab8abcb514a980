import type { PlayerPhase, PlayerStatus } from "./contract.ts";
import { type Fall, listFalls } from "./falls.ts";
import type { Player } from "./store.ts";

/** `window.__cue`: the state of the sound, for tests that listen and for a listener's console. */
export interface CueFigures {
  readonly status: PlayerStatus;
  readonly phase: PlayerPhase;
  /** `webcodecs`, `wasm`, `mse`, `element`, or null. */
  readonly engine: string | null;
  /** Server time (epoch ms) of the sample at the ear, or null. */
  readonly heardAt: number | null;
  /** Position in a replay: ms from its start. Null for a room. */
  readonly position: number | null;
  readonly duration: number | null;
  readonly bufferMs: number;
  readonly underruns: number;
  readonly concealed: number;
  /** 0 to 100; above 100 the sound clips. */
  readonly level: number;
  /** The engines that this page has given up, oldest first, and why. */
  readonly falls: readonly Fall[];
  /** The last node before the output; its `context` is the output's. Null without Web Audio. */
  readonly tapNode: AudioNode | null;
}

declare global {
  interface Window {
    __cue?: CueFigures;
  }
}

export function exposeFigures(player: Player): void {
  window.__cue = {
    get status() {
      return player.getState().status;
    },
    get phase() {
      return player.getState().phase;
    },
    get engine() {
      return player.getState().engine;
    },
    get heardAt() {
      return player.figures().heardAt;
    },
    get position() {
      return player.replay.position;
    },
    get duration() {
      return player.getState().duration;
    },
    get bufferMs() {
      return player.figures().bufferMs;
    },
    get underruns() {
      return player.figures().underruns;
    },
    get concealed() {
      return player.figures().concealed;
    },
    get level() {
      return player.level();
    },
    get falls() {
      return listFalls();
    },
    get tapNode() {
      return player.tapNode;
    },
  };
}
