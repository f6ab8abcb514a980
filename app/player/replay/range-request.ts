/** One request for a range of a replay's file, as pages. */
import { type OggPage, OggReader } from "./ogg.ts";

/** Time without a byte after which the connection counts as lost. */
const silenceMs = 6_000;

export type RangeAnswer =
  /** `total`: the bytes of the whole file now, where the server says so. */
  | { kind: "pages"; total: number | null; pages: AsyncGenerator<OggPage, void> }
  /** Nothing is there (yet): the file has this many bytes. */
  | { kind: "beyond"; total: number | null }
  /** It may not be heard, or does not exist (any more). */
  | { kind: "gone" }
  /** No usable response; the same request may work later. */
  | { kind: "failed" };

export interface ByteRange {
  path: string;
  from: number;
  length: number;
  /** Serial number of the Ogg stream, where it is known. */
  serial: number | null;
  /** The file may not have grown to here yet: that is asked first. Browsers report a refused range as an error. */
  isMaybeBeyond: boolean;
}

/** Never throws for the network's sake; ends silently when `signal` aborts. */
export async function requestRange(range: ByteRange, signal: AbortSignal): Promise<RangeAnswer> {
  const silence = new AbortController();
  const timer = new SilenceTimer(silence);
  const headers = { range: `bytes=${range.from}-${range.from + range.length - 1}` };
  const both = AbortSignal.any([signal, silence.signal]);
  // Browsers let requests for one address wait for each other while they store the response.
  const init = { headers, signal: both, cache: "no-store" } as const;
  if (range.isMaybeBeyond) {
    const head = await fetch(range.path, { ...init, method: "HEAD", headers: {} }).catch(() => null);
    const size = Number(head?.headers.get("content-length") ?? Number.NaN);
    if (head?.ok && size <= range.from) {
      timer.stop();
      return { kind: "beyond", total: size };
    }
  }
  const response = await fetch(range.path, init).catch(() => null);
  timer.stop();
  if (response === null) return { kind: "failed" };
  const total = totalOf(response.headers.get("content-range"));
  if (response.status === 416) return { kind: "beyond", total };
  if ([401, 403, 404, 410].includes(response.status)) return { kind: "gone" };
  const isRange = response.status === 206 || (response.status === 200 && range.from === 0);
  if (!isRange || response.body === null) return { kind: "failed" };
  return { kind: "pages", total, pages: readPages(response.body, range, silence) };
}

async function* readPages(
  body: ReadableStream<Uint8Array>,
  { from, serial }: ByteRange,
  silence: AbortController,
): AsyncGenerator<OggPage, void> {
  const ogg = new OggReader(from, serial);
  const reader = body.getReader();
  try {
    for (;;) {
      const timer = new SilenceTimer(silence);
      const { done, value } = await reader.read().finally(() => timer.stop());
      if (done) return;
      yield* ogg.push(value);
    }
  } catch {
    // The network is gone: what has arrived is kept, and the rest requested again.
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The bytes of the whole: `bytes 0-99/1234`, or null. */
function totalOf(contentRange: string | null): number | null {
  const digits = contentRange?.match(/\/(\d+)$/)?.[1];
  return digits === undefined ? null : Number(digits);
}

class SilenceTimer {
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(silence: AbortController) {
    this.#timer = setTimeout(() => silence.abort(), silenceMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
