/**
 * Sends one encoder's bytes to Icecast, and to the agent at the same moment.
 *
 * Why not read them back from Icecast as a listener: for everything but Ogg it passes sound on in blocks of 1,400
 * bytes, 87 ms of MP3 at 128 kb/s. Measured from an MP3 frame's arrival to its last byte at a listener: 49 ms at the
 * median, 97 ms at the 95th percentile. From here the whole way to the Opus packet takes 25 ms. Icecast still ends the
 * protocol, holds the mount and detects a silent encoder.
 */
import { connect, type Socket } from "node:net";
import { StreamBody } from "./stream-body.ts";

export interface RelayOptions {
  encoder: Socket;
  icecastPort: number;
  /** Sent to Icecast instead of the encoder's own head. */
  head: string;
  /** Bytes that the encoder sent along with its head. */
  rest: Buffer;
  isChunked: boolean;
  /** Icecast's response: 200 when it accepts the mount. Anything else has been passed on to the encoder. */
  onAnswer(status: number): void;
  /** Sound, after a 200. */
  onBytes(bytes: Buffer): void;
  /** The encoder has disconnected itself. */
  onLeft(): void;
  /** Both sides are closed; Icecast releases the mount. */
  onEnd(): void;
}

/** Sound that arrives before Icecast's response is buffered up to this; then the encoder has to wait. */
const maxEarlyBytes = 256 * 1_024;
const maxAnswerBytes = 8_192;
/** No one listens at Icecast, so it gets its copy in batches, which saves one system call in three. */
const icecastEveryMs = 250;
const answerWithinMs = 8_000;

export class SourceRelay {
  readonly #options: RelayOptions;
  readonly #encoder: Socket;
  readonly #body: StreamBody | undefined;
  #icecast: Socket | undefined;
  #answerTimer: NodeJS.Timeout | undefined;
  #status: number | undefined;
  #answerText = "";
  #early: Buffer[] = [];
  #earlyBytes = 0;
  #forIcecast: Buffer[] = [];
  #icecastTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#encoder = options.encoder;
    this.#body = options.isChunked ? new StreamBody() : undefined;
  }

  /** Its stop closes both sides. */
  start(): () => void {
    const { icecastPort, head, rest } = this.#options;
    const icecast = connect({ port: icecastPort, host: "127.0.0.1", noDelay: true });
    this.#icecast = icecast;
    const stop = () => this.#stop();
    icecast.write(head);
    this.#answerTimer = setTimeout(stop, answerWithinMs);
    this.#encoder.on("data", (raw) => this.#forward(raw));
    this.#encoder.on("end", () => {
      if (!this.#isStopped) this.#options.onLeft();
      stop();
    });
    this.#encoder.on("close", stop).on("error", stop);
    icecast.on("data", (bytes) => this.#status === 200 || this.#readAnswer(bytes));
    icecast.on("drain", () => this.#encoder.resume());
    icecast.on("end", stop).on("error", stop);
    icecast.on("close", () => {
      this.#stop();
      this.#options.onEnd();
    });
    if (rest.length > 0) this.#forward(rest);
    this.#encoder.resume();
    return stop;
  }

  #forward(raw: Buffer): void {
    if (this.#isStopped) return;
    const bytes = this.#body ? this.#body.push(raw) : raw;
    if (bytes === undefined) return this.#stop();
    if (bytes.length === 0) return;
    this.#forIcecast.push(bytes);
    this.#icecastTimer ??= setTimeout(() => this.#sendToIcecast(), icecastEveryMs);
    if (this.#status === 200) return this.#options.onBytes(bytes);
    this.#early.push(bytes);
    this.#earlyBytes += bytes.length;
    if (this.#earlyBytes > maxEarlyBytes) this.#encoder.pause();
  }

  #sendToIcecast(): void {
    clearTimeout(this.#icecastTimer);
    this.#icecastTimer = undefined;
    const bytes = Buffer.concat(this.#forIcecast);
    this.#forIcecast = [];
    if (bytes.length > 0 && !this.#icecast?.write(bytes)) this.#encoder.pause();
  }

  #readAnswer(bytes: Buffer): void {
    this.#answerText += bytes.toString("latin1");
    if (this.#answerText.length > maxAnswerBytes) return this.#stop();
    const code = statusOf(this.#answerText);
    this.#encoder.write(bytes);
    if (code === undefined || this.#status !== undefined) return;
    clearTimeout(this.#answerTimer);
    this.#status = code;
    this.#options.onAnswer(code);
    if (code !== 200) return; // Icecast closes after the text
    for (const held of this.#early) this.#options.onBytes(held);
    this.#early = [];
    this.#encoder.resume();
  }

  #stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    clearTimeout(this.#answerTimer);
    clearTimeout(this.#icecastTimer);
    const [encoder, icecast] = [this.#encoder, this.#icecast];
    icecast?.end();
    icecast?.destroySoon();
    encoder.destroySoon();
    // `destroySoon` would wait forever for a peer that never reads.
    setTimeout(() => {
      icecast?.destroy();
      encoder.destroy();
    }, 500).unref();
  }
}

/** The status of the first complete response in `text`; "100 Continue" is skipped. */
export function statusOf(text: string): number | undefined {
  let from = 0;
  for (;;) {
    const end = text.indexOf("\r\n\r\n", from);
    if (end < 0) return undefined;
    const status = Number(text.slice(from, end).split(" ", 2)[1]);
    if (status !== 100) return status;
    from = end + 4;
  }
}
