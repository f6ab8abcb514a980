/** People who write in a room, so many messages a second between them. */
import { setTimeout as sleep } from "node:timers/promises";
import { Person } from "#tests/fixtures/people.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";

export class Chatters {
  readonly #sockets: RoomSocket[];
  readonly #timers: NodeJS.Timeout[] = [];
  acknowledged = 0;
  refused = 0;
  readonly latencies: number[] = [];

  private constructor(sockets: RoomSocket[]) {
    this.#sockets = sockets;
  }

  /** One person a message a second: no one may write faster for long. */
  static async gather(origin: string, room: string, count: number): Promise<Chatters> {
    const sockets: RoomSocket[] = [];
    for (let made = 0; made < count; made++) {
      const person = await Person.register(origin, "Chatter");
      sockets.push(await RoomSocket.open(origin, room, { person }));
    }
    return new Chatters(sockets);
  }

  start(): void {
    for (const [index, socket] of this.#sockets.entries()) {
      const say = async () => {
        const startedAt = performance.now();
        const reply = await socket.send("roomChat", { msg: `Message ${"la ".repeat(38)}` });
        if (reply?.event !== "ack") this.refused++;
        else {
          this.acknowledged++;
          this.latencies.push(performance.now() - startedAt);
        }
      };
      void sleep((1_000 * index) / this.#sockets.length).then(() => {
        this.#timers.push(setInterval(() => void say(), 1_005));
      });
    }
  }

  end(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#sockets) socket.close();
  }
}
