import { type PictureKind, pictureWidths } from "./contract.ts";

/** Width by height of what is stored: a picture is cropped to it around its centre. */
export const pictureRatios = {
  profile: 1,
  banner: 3,
  thumbnail: 16 / 9,
  upload: 1,
} as const;

/** Kinds that are cropped to one ratio, for which people choose a part of a picture; others keep their own. */
export type CutKind = keyof typeof pictureRatios;

/** A picture in a message is cropped only where it is wider or higher than this. */
const messageRatios = { min: 1 / 2, max: 2 } as const;

export interface Size {
  width: number;
  height: number;
}

/** The ratio in which a picture is stored. */
export function ratioOf(kind: PictureKind, { width, height }: Size): number {
  if (kind !== "message") return pictureRatios[kind];
  return Math.min(messageRatios.max, Math.max(messageRatios.min, width / height));
}

/** The largest part of a picture that has this ratio. */
export function cropSize({ width, height }: Size, ratio: number): Size {
  return width / height > ratio
    ? { width: Math.max(1, Math.round(height * ratio)), height }
    : { width, height: Math.max(1, Math.round(width / ratio)) };
}

/**
 * The sizes that are made of a picture, largest first. `name` is the width in its path; a smaller picture is not
 * enlarged to it, but never has fewer pixels than the smallest size.
 */
export function planSizes(kind: PictureKind, source: Size): [PlannedSize, ...PlannedSize[]] {
  const ratio = ratioOf(kind, source);
  const available = cropSize(source, ratio).width;
  const [first, ...others] = pictureWidths[kind];
  const smallest = others.at(-1) ?? Math.min(first, available);
  const plan = (name: number): PlannedSize => {
    const width = Math.max(smallest, Math.min(name, available));
    return { name, width, height: Math.max(1, Math.round(width / ratio)) };
  };
  return [plan(first), ...others.map(plan)];
}

export interface PlannedSize extends Size {
  name: number;
}

const pathPattern = /^\/pictures\/([A-Za-z0-9_-]{22})\/([1-9][0-9]{1,3})\.webp$/;
const knownWidths: ReadonlySet<number> = new Set(Object.values(pictureWidths).flat());

export const picturePath = (id: string, width: number): string => `/pictures/${id}/${width}.webp`;

/** The parts of a picture's path; undefined for anything else, or a width that is never made. */
export function readPicturePath(path: string): { id: string; width: number } | undefined {
  const [, id, digits] = pathPattern.exec(path) ?? [];
  const width = Number(digits);
  return id !== undefined && knownWidths.has(width) ? { id, width } : undefined;
}

/**
 * The same picture in another of its kind's widths, for showing it small. Anything that is not a picture's path (null,
 * an address elsewhere) stays unchanged.
 */
export function pictureAt<Path extends string | null>(path: Path, width: number): Path | string {
  const parts = path === null ? undefined : readPicturePath(path);
  return parts === undefined ? path : picturePath(parts.id, width);
}

/** The same picture as podcast apps need it, a square JPEG; the product's own for anything but a picture's path. */
export function coverPath(path: string | null): string {
  const parts = path === null ? undefined : readPicturePath(path);
  return parts === undefined ? "/icons/cover-1400.png" : `/pictures/${parts.id}/cover.jpg`;
}
