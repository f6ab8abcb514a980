import { TapedSource } from "./taped-source.ts";

/** Maximum number of connections without a socket: an encoder that returns after a minute has another one. */
const maxGone = 8;

/** The connections of encoders that a room has sockets of, or may get again. */
export class Sources {
  readonly #byKey = new Map<string, TapedSource>();

  opened(stream: string, connection: string, socket: WebSocket): void {
    this.#sweep();
    const source = this.of({ stream, connection });
    source.socket = socket;
    // On a new socket the encoder sends what was not acknowledged without being asked.
    source.isMissingSome = false;
    source.acknowledge();
  }

  of({ stream, connection }: { stream: string; connection: string }): TapedSource {
    const key = `${stream}\n${connection}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const source = new TapedSource(stream, connection);
    this.#byKey.set(key, source);
    return source;
  }

  acknowledge(): void {
    for (const source of this.#byKey.values()) if (source.owesAcks) source.acknowledge();
  }

  /** Asks those of which frames had no room to send them again. */
  askAgain(): void {
    for (const source of this.#byKey.values()) if (source.isMissingSome) source.askAgain();
  }

  #sweep(): void {
    const gone = [...this.#byKey].filter(([, { socket, isSettled }]) => socket === null && isSettled);
    for (const [key] of gone.slice(0, -maxGone)) this.#byKey.delete(key);
  }
}
