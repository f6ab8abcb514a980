import { type Orientation, viewOf } from "./reading.ts";
import { readDirectory, tag } from "./tiff-directory.ts";

/** The orientation from an EXIF block, which is structured like a TIFF. A block that cannot be read is ignored. */
export function readOrientation(exif: Uint8Array): Orientation {
  try {
    return toOrientation(readDirectory(viewOf(exif)).get(tag.orientation)?.[0]);
  } catch {
    return 1;
  }
}

const known: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

export function toOrientation(value: number | undefined): Orientation {
  return known.find((orientation) => orientation === value) ?? 1;
}
