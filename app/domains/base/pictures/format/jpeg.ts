import { readOrientation } from "./exif.ts";
import {
  joinBytes,
  maxProfileBytes,
  type Orientation,
  type Reading,
  require,
  startsWith,
  viewOf,
} from "./reading.ts";

export const isJpeg = (bytes: Uint8Array) => startsWith(bytes, "\xff\xd8\xff");

const marker = { sof0: 0xc0, sof2: 0xc2, dht: 0xc4, eoi: 0xd9, sos: 0xda, dqt: 0xdb, dri: 0xdd } as const;
const app = { jfif: 0xe0, exif: 0xe1, profile: 0xe2, adobe: 0xee } as const;

/** Each scan of a progressive picture costs a pass over all of it; encoders make about ten. */
const maxScans = 40;

/**
 * Reads the segments of a JPEG, baseline or progressive with 8 bits per sample; bytes after its end are dropped. Throws
 * where they are inconsistent.
 */
export function readJpeg(bytes: Uint8Array): Reading {
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  const profile: Uint8Array[] = [];
  let size: { width: number; height: number } | undefined;
  let heldBytes = 0;
  let orientation: Orientation | undefined;
  let scans = 0;
  for (let offset = 2; ; ) {
    while (bytes[offset + 1] === 0xff) offset += 1;
    require(bytes[offset] === 0xff, "marker");
    const type = view.getUint8(offset + 1);
    if (type === marker.eoi) {
      parts.push(bytes.subarray(offset, offset + 2));
      break;
    }
    const end = offset + 2 + view.getUint16(offset + 2);
    require(end <= bytes.length && end >= offset + 4, "cut short");
    const segment = bytes.subarray(offset, end);
    if (isFrame(type)) {
      require(type <= marker.sof2 && size === undefined && segment[4] === 8, "frame");
      size = { height: view.getUint16(offset + 5), width: view.getUint16(offset + 7) };
      require(size.width > 0 && size.height > 0, "frame");
      if (type === marker.sof2) heldBytes = size.width * size.height * bytesPerPixel(segment);
    }
    if (type === app.exif && startsWith(segment, "Exif\0\0", 4))
      orientation ??= readOrientation(segment.subarray(10));
    if (type === app.profile && startsWith(segment, "ICC_PROFILE\0", 4)) profile.push(segment);
    offset = type === marker.sos ? endOfScan(bytes, end) : end;
    if (type === marker.sos) {
      scans += 1;
      require(size !== undefined && scans <= maxScans, "scans");
    }
    if (isNeeded(type, segment)) parts.push(bytes.subarray(end - segment.length, offset));
  }
  require(size !== undefined && scans > 0, "no pixels");
  if (profile.reduce((sum, part) => sum + part.length, 0) <= maxProfileBytes) parts.splice(1, 0, ...profile);
  return { format: "jpeg", ...size, orientation: orientation ?? 1, heldBytes, bytes: joinBytes(parts) };
}

/** Two bytes for each coefficient; colour mostly has fewer of them than brightness. Throws without components. */
function bytesPerPixel(frame: Uint8Array): number {
  const factors = Array.from({ length: frame[9] ?? 0 }, (_, at) => frame[11 + at * 3] ?? 0);
  const areas = factors.map((factor) => (factor >> 4) * (factor & 15));
  require(areas.length > 0 && areas.every((area) => area > 0), "frame");
  return (2 * areas.reduce((sum, area) => sum + area, 0)) / Math.max(...areas);
}

/** All markers that start a frame, including kinds that no browser shows. */
function isFrame(type: number): boolean {
  return type >= marker.sof0 && type <= 0xcf && type !== marker.dht && type !== 0xc8 && type !== 0xcc;
}

/** Tables, frame, scans, and the colour space; a JFIF header only without its thumbnail. */
function isNeeded(type: number, segment: Uint8Array): boolean {
  if (type === app.jfif) return segment.length === 18 && startsWith(segment, "JFIF\0", 4);
  if (type === app.adobe) return segment.length === 16 && startsWith(segment, "Adobe", 4);
  return isFrame(type) || [marker.dht, marker.sos, marker.dqt, marker.dri].some((known) => known === type);
}

/** The offset of the first marker after a scan's data; restart markers belong to the data. */
function endOfScan(bytes: Uint8Array, start: number): number {
  for (let offset = start; ; offset += 1) {
    offset = bytes.indexOf(0xff, offset);
    const next = bytes[offset + 1];
    require(offset >= 0 && next !== undefined, "cut short");
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return offset;
  }
}
