import { crc32, deflateSync } from "node:zlib";

export interface PngOptions {
  width: number;
  height: number;
  depth?: 1 | 2 | 4 | 8 | 16;
  /** 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA. */
  colour?: 0 | 2 | 3 | 4 | 6;
  isInterlaced?: boolean;
  /** Chunks between the header and the pixels, each with its type. */
  extra?: readonly (readonly [type: string, data: Uint8Array])[];
  /** Uncompressed rows, each after its filter byte; a repeating pattern if absent. */
  rows?: Uint8Array;
  /** The compressed rows, if they are too many to be held uncompressed. */
  packedRows?: Uint8Array;
}

const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Builds a PNG byte by byte. */
export function makePng(options: PngOptions): Uint8Array<ArrayBuffer> {
  const { width, height, depth = 8, colour = 2, isInterlaced = false, extra = [] } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  const palette = Buffer.from(
    Array.from({ length: 3 * 2 ** Math.min(depth, 8) }, (_, at) => (at * 37) & 255),
  );
  const rows = options.packedRows ?? deflateSync(options.rows ?? patternRows(options), { level: 9 });
  return new Uint8Array(
    Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      pngChunk("IHDR", header),
      ...extra.map(([type, data]) => pngChunk(type, data)),
      ...(colour === 3 ? [pngChunk("PLTE", palette)] : []),
      pngChunk("IDAT", rows),
      pngChunk("IEND", new Uint8Array()),
    ]),
  );
}

export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Bytes of the uncompressed rows. */
export function rowBytes({ width, height, depth = 8, colour = 2, isInterlaced = false }: PngOptions): number {
  const parts = isInterlaced ? passes : whole;
  return parts.reduce((sum, [left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across);
    return sum + Math.ceil((height - top) / down) * (1 + Math.ceil((columns * depth * channels[colour]) / 8));
  }, 0);
}

const whole = [[0, 0, 1, 1]] as const;

/** First column and row, and the steps, of the seven passes of Adam7. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function patternRows({ width, height, depth = 8, colour = 2, isInterlaced = false }: PngOptions): Uint8Array {
  const parts = isInterlaced ? passes : whole;
  const rows: Uint8Array[] = [];
  for (const [left, top, across, down] of parts) {
    const columns = Math.ceil((width - left) / across);
    const bytes = Math.ceil((columns * depth * channels[colour]) / 8);
    if (columns <= 0) continue;
    for (let row = top; row < height; row += down) rows.push(new Uint8Array(1 + bytes).fill(row & 63, 1));
  }
  return Buffer.concat(rows);
}
