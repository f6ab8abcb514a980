/** Encoders: ffmpeg as a real source client, and raw sockets for what no good encoder does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { reportWriter } from "./late-machine.ts";

/** ffmpeg's output options for each codec that performers send. Short pages, as a tuned encoder sends them. */
export const encodings = {
  mp3: "-c:a libmp3lame -b:a 128k -write_xing 0 -id3v2_version 0 -content_type audio/mpeg -f mp3",
  aac: "-c:a aac -b:a 128k -content_type audio/aac -f adts",
  vorbis: "-c:a libvorbis -b:a 128k -page_duration 20000 -content_type application/ogg -f ogg",
  opus: "-c:a libopus -b:a 128k -frame_duration 20 -page_duration 20000 -content_type application/ogg -f ogg",
  flac: "-c:a flac -page_duration 20000 -content_type application/ogg -f ogg",
} as const;

export interface Encoder {
  child: ChildProcess;
  exited: Promise<number | null>;
  /** Returns its output on standard error. */
  complaints: () => string;
  /** Keeps it from running until `thaw`, its connection open. */
  freeze: () => void;
  thaw: () => void;
  stop: () => void;
}

export interface EncoderOptions {
  port: number;
  mount: string;
  password: string;
  /** An lavfi source. */
  sound?: string;
  /** Instead of it: ffmpeg's own words for what to read, and how fast. */
  input?: string[];
  /** Pace of the input, where that is not real time. */
  pace?: number;
  encoding?: string;
  metadata?: Record<string, string>;
  /** The old SOURCE method instead of PUT. */
  isLegacy?: boolean;
}

export function startEncoder(options: EncoderOptions): Encoder {
  const { port, mount, password, sound = "sine=frequency=1000:sample_rate=48000" } = options;
  const input = options.input ?? ["-re", "-f", "lavfi", "-i", sound, "-ac", "2"];
  const metadata = Object.entries(options.metadata ?? {}).flatMap(([key, value]) => [
    "-metadata",
    `${key}=${value}`,
  ]);
  const words = [
    ["-hide_banner", "-loglevel", "error", "-nostdin", "-stats_period", "0.1", "-progress", "pipe:1"],
    input,
    metadata,
    (options.encoding ?? encodings.mp3).split(" "),
    options.isLegacy ? ["-legacy_icecast", "1"] : [],
    ["-flush_packets", "1", `icecast://source:${password}@127.0.0.1:${port}/${mount}`],
  ].flat();
  const child = spawn("ffmpeg", words, { stdio: ["ignore", "pipe", "pipe"] });
  let complaints = "";
  let isFrozen = false;
  /** Least distance behind its pace: what encoders hold back. */
  let minMs = Number.POSITIVE_INFINITY;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const sentMs = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? Number.NaN) / 1_000;
    if (isFrozen || !(sentMs > 0)) return;
    const behindMs = performance.now() - sentMs / (options.pace ?? 1);
    minMs = Math.min(minMs, behindMs);
    reportWriter(behindMs - minMs);
  });
  child.stderr.on("data", (bytes: Buffer) => {
    complaints += bytes.toString();
  });
  return {
    child,
    complaints: () => complaints,
    exited: once(child, "exit").then(([code]) => code as number | null),
    freeze() {
      isFrozen = true;
      child.kill("SIGSTOP");
    },
    thaw: () => void child.kill("SIGCONT"),
    stop: () => void child.kill("SIGKILL"),
  };
}

/** Sends bytes as they are and answers all that came back before the close (or within `forMs`). */
export async function exchange(port: number, text: string | Buffer, forMs = 3_000): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes) => {
    answer += bytes.toString("latin1");
  });
  socket.on("error", () => {});
  socket.write(text);
  const timer = setTimeout(() => socket.destroy(), forMs);
  await new Promise((resolve) => socket.once("close", resolve));
  clearTimeout(timer);
  return answer;
}

export function basic(password: string, user = "source"): string {
  return `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** A metadata request as encoders make it; answers the status line. */
export async function sendTitle(
  port: number,
  mount: string,
  password: string,
  query: string,
): Promise<string> {
  const target = `/admin/metadata?mode=updinfo&mount=/${mount}&${query}`;
  const answer = await exchange(port, `GET ${target} HTTP/1.0\r\n${basic(password)}\r\n\r\n`);
  return answer.split("\r\n")[0] ?? "";
}

/** A source by hand: resolves with its socket once it is accepted. */
export async function openSource(port: number, mount: string, password: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  socket.on("error", () => {});
  socket.write(`SOURCE /${mount} HTTP/1.0\r\n${basic(password)}\r\nContent-Type: audio/mpeg\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  if (!answer.toString("latin1").startsWith("HTTP/1.0 200")) throw new Error(`refused: ${answer.toString()}`);
  socket.resume();
  return socket;
}
