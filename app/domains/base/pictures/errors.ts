/** The refusals of pictures. */
export const pictureErrors = {
  "picture-type": { status: 415, message: "Unsupported image type" },
  "picture-size": { status: 413, message: "Image size is too large" },
} as const;
