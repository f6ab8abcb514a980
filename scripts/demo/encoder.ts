import { spawn } from "node:child_process";

/** The settings of an encoder, as a performer's page shows them. */
export interface Connection {
  port: number;
  mount: string;
  password: string;
}

/** The raw samples that the encoder accepts: 16 bit, interleaved stereo. */
export const pcm = { sampleRate: 48_000, bytesPerSecond: 48_000 * 4 } as const;

export interface Encoder {
  /** Accepts samples; they are dropped while the encoder lags, as a sound card would drop them. */
  write(samples: Buffer): void;
  /** Settles when the encoder has ended, for any reason. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Starts an MP3 encoder that broadcasts the samples written to it. */
export function startEncoder({ port, mount, password }: Connection): Encoder {
  const input = ["-f", "s16le", "-ar", String(pcm.sampleRate), "-ac", "2", "-i", "pipe:0"];
  // Nothing that causes a delay: no bit reservoir, no header that is rewritten at the end, every frame sent
  // immediately.
  const output = ["-c:a", "libmp3lame", "-b:a", "256k", "-reservoir", "0", "-write_xing", "0"];
  const target = ["-flush_packets", "1", "-content_type", "audio/mpeg", "-f", "mp3"];
  const url = `icecast://source:${password}@127.0.0.1:${port}/${mount}`;
  const ffmpeg = spawn("ffmpeg", ["-v", "error", "-nostats", ...input, ...output, ...target, url], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  ffmpeg.stdin.on("error", () => {});
  return {
    write(samples) {
      if (ffmpeg.stdin.writableLength < pcm.bytesPerSecond) ffmpeg.stdin.write(samples);
    },
    ended: new Promise((done) => ffmpeg.once("error", () => done()).once("exit", () => done())),
    stop() {
      // While it waits for samples, ffmpeg does not see a signal.
      ffmpeg.stdin.end();
      ffmpeg.kill("SIGTERM");
    },
  };
}

/**
 * Sends the playing title to the stream server, as encoders do.
 * @returns whether it was accepted; while the stream server starts it is not
 */
export async function sendTitle(connection: Connection, artist: string, title: string): Promise<boolean> {
  const { port, mount, password } = connection;
  const query = new URLSearchParams({ mode: "updinfo", mount: `/${mount}`, song: `${artist} - ${title}` });
  const authorization = `Basic ${Buffer.from(`source:${password}`).toString("base64")}`;
  try {
    const response = await fetch(`http://127.0.0.1:${port}/admin/metadata?${query}`, {
      headers: { authorization },
      signal: AbortSignal.timeout(2_000),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
