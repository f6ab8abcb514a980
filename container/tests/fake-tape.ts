/** The recording side of a fake room: reports the frames of one socket as taped, some of them at a time. */
import type { WebSocket } from "ws";
import type { UplinkFrame, UplinkText } from "#app/domains/air/media/contract/frames.ts";

const reportEveryMs = 200;

type Taped = Extract<UplinkText, { event: "taped" }>["data"];

export class FakeTape {
  readonly #socket: WebSocket;
  #ranges: Taped[] = [];

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  add({ kind, seq }: UplinkFrame): void {
    if (this.#ranges.length === 0) setTimeout(() => this.#report(), reportEveryMs);
    const range = this.#ranges.find((range) => range.kind === kind && range.to === seq - 1);
    if (range) range.to = seq;
    else this.#ranges.push({ kind, from: seq, to: seq });
  }

  #report(): void {
    for (const data of this.#ranges)
      this.#socket.send(JSON.stringify({ event: "taped", data } satisfies UplinkText));
    this.#ranges = [];
  }
}
