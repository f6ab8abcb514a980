/** WAV and AIFF: sound without compression, which can be read a piece at a time. */

/** The place of the samples in a file, and their format. */
export interface PcmLayout {
  rate: number;
  channels: number;
  /** Bytes of one sample of one channel. */
  width: number;
  isFloat: boolean;
  isLittle: boolean;
  /** 8 bits of a WAV. */
  isUnsigned: boolean;
  from: number;
  to: number;
}

/** More than any file has before its samples; a picture may be there. */
const maxChunks = 200;

export interface Chunk {
  name: string;
  from: number;
  size: number;
}

/** The parts of a WAV or an AIFF; null for all other files. */
export async function readChunks(
  file: Blob,
): Promise<{ type: "WAVE" | "AIFF" | "AIFC"; chunks: Chunk[] } | null> {
  const head = await bytesOf(file, 0, 12);
  if (head.byteLength < 12) return null;
  const [form, type] = [nameAt(head, 0), nameAt(head, 8)];
  if (form === "RIFF" && type === "WAVE") return { type, chunks: await listChunks(file, true) };
  if (form === "FORM" && (type === "AIFF" || type === "AIFC"))
    return { type, chunks: await listChunks(file, false) };
  return null;
}

/** Returns the layout of a file with plain samples; null for all others. */
export async function readPcmLayout(file: Blob): Promise<PcmLayout | null> {
  const found = await readChunks(file);
  if (found === null) return null;
  const { type, chunks } = found;
  const layout =
    type === "WAVE" ? await readWav(file, chunks) : await readAiff(file, chunks, type === "AIFC");
  if (layout === null || layout.channels < 1 || layout.channels > 8 || layout.width < 1) return null;
  return layout.rate >= 8_000 && layout.rate <= 400_000 ? layout : null;
}

async function listChunks(file: Blob, isLittle: boolean): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= file.size && chunks.length < maxChunks; ) {
    const head = await bytesOf(file, at, 8);
    const size = head.getUint32(4, isLittle);
    chunks.push({ name: nameAt(head, 0), from: at + 8, size });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

async function readWav(file: Blob, chunks: readonly Chunk[]): Promise<PcmLayout | null> {
  const [format, data] = [
    chunks.find(({ name }) => name === "fmt "),
    chunks.find(({ name }) => name === "data"),
  ];
  if (format === undefined || data === undefined || format.size < 16) return null;
  const head = await bytesOf(file, format.from, Math.min(format.size, 40));
  const written = head.getUint16(0, true);
  // The extensible form has the real one in the first two bytes of its identifier.
  const code = written === 0xfffe && head.byteLength >= 26 ? head.getUint16(24, true) : written;
  const width = head.getUint16(14, true) / 8;
  if (!(code === 1 && [1, 2, 3, 4].includes(width)) && !(code === 3 && (width === 4 || width === 8)))
    return null;
  return {
    rate: head.getUint32(4, true),
    channels: head.getUint16(2, true),
    width,
    isFloat: code === 3,
    isLittle: true,
    isUnsigned: width === 1,
    from: data.from,
    // The size is wrong in recordings that were cut off.
    to: Math.min(file.size, data.size === 0 ? file.size : data.from + data.size),
  };
}

async function readAiff(
  file: Blob,
  chunks: readonly Chunk[],
  isCompressed: boolean,
): Promise<PcmLayout | null> {
  const [common, data] = [
    chunks.find(({ name }) => name === "COMM"),
    chunks.find(({ name }) => name === "SSND"),
  ];
  if (common === undefined || data === undefined || common.size < 18) return null;
  const head = await bytesOf(file, common.from, Math.min(common.size, 22));
  const kind = isCompressed && head.byteLength >= 22 ? nameAt(head, 18) : "NONE";
  const width = Math.ceil(head.getInt16(6) / 8);
  const isFloat = kind === "fl32" || kind === "FL32";
  if (!isFloat && kind !== "NONE" && kind !== "twos" && kind !== "sowt") return null;
  if (![1, 2, 3, 4].includes(width)) return null;
  const offset = (await bytesOf(file, data.from, 4)).getUint32(0);
  return {
    rate: extended(head, 8),
    channels: head.getInt16(0),
    width: isFloat ? 4 : width,
    isFloat,
    isLittle: kind === "sowt",
    isUnsigned: false,
    from: data.from + 8 + offset,
    to: Math.min(file.size, data.from + data.size),
  };
}

/** A number of 80 bits, as the rate of an AIFF is written. */
function extended(view: DataView, at: number): number {
  const exponent = (view.getUint16(at) & 0x7fff) - 16_383;
  return view.getUint32(at + 2) * 2 ** (exponent - 31);
}

/** Returns the average of the channels of whole frames. */
export function readFrames(bytes: DataView, layout: PcmLayout): Float32Array {
  const { channels, width } = layout;
  const read = readerOf(layout);
  const frames = Math.floor(bytes.byteLength / (channels * width));
  const out = new Float32Array(frames);
  for (let frame = 0, at = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++, at += width) sum += read(bytes, at);
    out[frame] = sum / channels;
  }
  return out;
}

function readerOf({
  width,
  isFloat,
  isLittle,
  isUnsigned,
}: PcmLayout): (view: DataView, at: number) => number {
  if (isFloat)
    return width === 8
      ? (view, at) => view.getFloat64(at, isLittle)
      : (view, at) => view.getFloat32(at, isLittle);
  if (isUnsigned) return (view, at) => (view.getUint8(at) - 128) / 128;
  if (width === 1) return (view, at) => view.getInt8(at) / 128;
  if (width === 2) return (view, at) => view.getInt16(at, isLittle) / 32_768;
  if (width === 4) return (view, at) => view.getInt32(at, isLittle) / 2 ** 31;
  return isLittle
    ? (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 2 ** 23
    : (view, at) => (view.getInt8(at) * 65_536 + view.getUint16(at + 1)) / 2 ** 23;
}

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((each) => view.getUint8(at + each)));

export async function bytesOf(file: Blob, from: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(from, from + length).arrayBuffer());
}
