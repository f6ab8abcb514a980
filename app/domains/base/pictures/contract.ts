import * as z from "zod/mini";

/** The place where a picture is shown; it decides the sizes that are stored of it. */
export const PictureKind = z.enum(["profile", "banner", "thumbnail", "upload", "message"]);
export type PictureKind = z.infer<typeof PictureKind>;

export const pictureLimits = {
  /** Bytes; the label says 1 MB. */
  bytes: 1_100_000,
  /** Pixels of width × height before it is decoded. */
  pixels: 25_000_000,
  /** Pixels of the longer side: the limit of the Images service. */
  side: 12_000,
  /** Bytes that a decoder must hold of a picture that is decoded in several passes. */
  heldBytes: 40_000_000,
  /** Bytes that a tif may unpack to in total: it is unpacked in the Worker itself. */
  tifBytes: 75_000_000,
  tifBandBytes: 24_000_000,
} as const;

/**
 * Widths (px) that are stored. A picture's path is `/pictures/{id}/{width}.webp`; its row has the path of the first
 * one.
 */
export const pictureWidths = {
  profile: [512, 128],
  banner: [1600, 800],
  thumbnail: [1200, 480],
  upload: [1200],
  message: [1200, 480],
} as const satisfies Record<PictureKind, readonly number[]>;

/** Source of the picture for podcast apps: the first of these widths that is stored, made a square of `side` pixels. */
export const coverSource = {
  widths: [pictureWidths.profile[0], pictureWidths.thumbnail[0]],
  side: 1_400,
} as const;
