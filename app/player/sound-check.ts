import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { openTransport } from "#app/live/open-transport.ts";
import { socketUrl } from "#app/live/socket-url.ts";
import { RoomConnection } from "../domains/air/stages/live/connection.ts";
import { toRoomState } from "../domains/air/stages/live/use-room.ts";
import { canDecode, PacketEngine } from "./engines/packet-engine.ts";
import { soundOf } from "./engines/room-sound.ts";

/** `failed`: this browser cannot play it, or could not load the engine. */
export type SoundCheckPhase = "waiting" | "sounding" | "failed";

/** The viewer's own sound, which no one else hears: from their own socket, with the engines of the player. */
export class SoundCheckPlayer {
  readonly #context: AudioContext;
  readonly #onPhase: (phase: SoundCheckPhase) => void;
  readonly #room = new RoomConnection(
    toRoomState("profile", { ...offAir, id: "sound-check", name: "", favoriteCount: 0, cheerCount: 0 }),
    // The session identifies the owner: the sound has no address of its own.
    { openTransport: (_, handlers) => openTransport(socketUrl("/realtime/sound-check").href, handlers) },
  );
  readonly #release = this.#room.retain();
  #engine: PacketEngine | null = null;

  /** `context`: opened in the press. */
  constructor(context: AudioContext, onPhase: (phase: SoundCheckPhase) => void) {
    this.#context = context;
    this.#onPhase = onPhase;
    this.#begin(canDecode("webcodecs") ? "webcodecs" : "wasm");
  }

  /** 0 to 100 and above, see `levelOf`. */
  level(): number {
    return this.#engine?.level() ?? 0;
  }

  stop(): void {
    void this.#engine?.stop();
    this.#engine = null;
    this.#release();
  }

  #begin(name: "webcodecs" | "wasm"): void {
    if (!canDecode(name)) {
      this.#onPhase("failed");
      return;
    }
    const engine = new PacketEngine(
      name,
      {
        sound: soundOf(this.#room),
        isReplay: false,
        context: this.#context,
        listen: { listenClass: "live", behindMs: 0 },
        url: () => null,
        gain: 1,
        onEvent: ({ type }) => {
          if (this.#engine !== engine) return;
          if (type === "failed") {
            void engine.stop();
            if (name === "webcodecs") this.#begin("wasm");
            else this.#onPhase("failed");
          } else this.#onPhase(type === "sounding" ? "sounding" : "waiting");
        },
      },
      this.#context,
    );
    this.#engine = engine;
    engine.start();
  }
}
