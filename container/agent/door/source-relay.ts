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
  /** What the encoder sent along with its head. */
  rest: Buffer;
  isChunked: boolean;
  /** Icecast's response: 200 when it accepts the mount. Anything else has been passed on to the encoder. */
  onAnswer(status: number, text: string): void;
  /** Sound, after a 200. */
  onBytes(bytes: Buffer): void;
  /** Both sides are closed; Icecast releases the mount. */
  onEnd(): void;
}

/** Sound that arrives before Icecast's response is buffered up to this; then the encoder has to wait. */
const maxEarlyBytes = 256 * 1_024;
const maxAnswerBytes = 8_192;
/** No one listens at Icecast, so it gets its copy in batches, which saves one system call in three. */
const icecastEveryMs = 250;
const answerWithinMs = 8_000;

export function startRelay(options: RelayOptions): { end(): void } {
  const { encoder } = options;
  const icecast = connect({ port: options.icecastPort, host: "127.0.0.1", noDelay: true });
  const body = options.isChunked ? new StreamBody() : undefined;
  let status: number | undefined;
  let answerText = "";
  let early: Buffer[] = [];
  let earlyBytes = 0;
  let forIcecast: Buffer[] = [];
  let icecastTimer: NodeJS.Timeout | undefined;
  let isEnded = false;

  icecast.write(options.head);
  const answerTimer = setTimeout(end, answerWithinMs);

  encoder.on("data", forward);
  encoder.on("end", end).on("close", end).on("error", end);
  icecast.on("data", (bytes) => (status === 200 ? undefined : readAnswer(bytes)));
  icecast.on("drain", () => encoder.resume());
  icecast.on("end", end).on("error", end);
  icecast.on("close", () => {
    end();
    options.onEnd();
  });
  if (options.rest.length > 0) forward(options.rest);
  encoder.resume();

  function forward(raw: Buffer): void {
    if (isEnded) return;
    const bytes = body ? body.push(raw) : raw;
    if (bytes === undefined) return end();
    if (bytes.length === 0) return;
    forIcecast.push(bytes);
    icecastTimer ??= setTimeout(sendToIcecast, icecastEveryMs);
    if (status === 200) return options.onBytes(bytes);
    early.push(bytes);
    earlyBytes += bytes.length;
    if (earlyBytes > maxEarlyBytes) encoder.pause();
  }

  function sendToIcecast(): void {
    clearTimeout(icecastTimer);
    icecastTimer = undefined;
    if (forIcecast.length > 0 && !icecast.write(Buffer.concat(forIcecast))) encoder.pause();
    forIcecast = [];
  }

  function readAnswer(bytes: Buffer): void {
    answerText += bytes.toString("latin1");
    if (answerText.length > maxAnswerBytes) return end();
    const code = statusOf(answerText);
    encoder.write(bytes);
    if (code === undefined || status !== undefined) return;
    clearTimeout(answerTimer);
    status = code;
    options.onAnswer(status, answerText);
    if (status !== 200) return; // Icecast closes after the text
    for (const held of early) options.onBytes(held);
    early = [];
    encoder.resume();
  }

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    clearTimeout(answerTimer);
    clearTimeout(icecastTimer);
    icecast.end();
    icecast.destroySoon();
    encoder.destroySoon();
    // `destroySoon` would wait forever for a peer that never reads.
    setTimeout(() => {
      icecast.destroy();
      encoder.destroy();
    }, 500).unref();
  }

  return { end };
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
