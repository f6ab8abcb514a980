import { samples } from "./samples.ts";

/** A JPEG segment with its marker and length. */
export function segment(marker: number, data: Uint8Array | string): Uint8Array {
  const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : data;
  return Buffer.concat([
    Uint8Array.of(0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255),
    bytes,
  ]);
}

/** The baseline sample with segments after its first two bytes. */
export function jpegWith(...segments: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const { baseline } = samples;
  return new Uint8Array(Buffer.concat([baseline.subarray(0, 2), ...segments, baseline.subarray(2)]));
}

/** The offset of its frame header. */
export function frameOffset(jpeg: Uint8Array): number {
  const bytes = Buffer.from(jpeg);
  return Math.max(bytes.indexOf(Buffer.of(0xff, 0xc0)), bytes.indexOf(Buffer.of(0xff, 0xc2)));
}

export function withSize(jpeg: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(jpeg);
  const view = new DataView(changed.buffer);
  view.setUint16(frameOffset(jpeg) + 5, height);
  view.setUint16(frameOffset(jpeg) + 7, width);
  return changed;
}

/** An EXIF block: the orientation of the picture and a location (with a text that can be searched for). */
export function exif(orientation: number, canary = ""): Uint8Array {
  const text = Buffer.from(canary, "latin1");
  const block = Buffer.alloc(26 + 12 + text.length);
  block.write("II*\0", 0, "latin1");
  block.writeUInt32LE(8, 4);
  block.writeUInt16LE(2, 8);
  // Orientation, one SHORT.
  block.writeUInt16LE(274, 10);
  block.writeUInt16LE(3, 12);
  block.writeUInt32LE(1, 14);
  block.writeUInt16LE(orientation, 18);
  // The GPS directory points to itself, which makes a naive reader loop.
  block.writeUInt16LE(34_853, 22);
  block.writeUInt16LE(4, 24);
  block.writeUInt32LE(1, 26);
  block.writeUInt32LE(8, 30);
  text.copy(block, 38);
  return block;
}

export function exifSegment(orientation: number, canary = ""): Uint8Array {
  return segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0", "latin1"), exif(orientation, canary)]));
}
