import type { TiffLayout } from "./tiff-layout.ts";

/** Converts pixels with samples of 8 bits to RGBA. CMYK is converted without an ink profile. */
export function toRgba(layout: TiffLayout, line: Uint8Array): Uint8ClampedArray {
  const { samples, colours, palette, alpha, isPremultiplied } = layout;
  const pixels = line.length / samples;
  const rgba = new Uint8ClampedArray(pixels * 4);
  const entries = palette.length / 3;
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const from = pixel * samples;
    const to = pixel * 4;
    const first = line[from] ?? 0;
    const opacity = alpha === undefined ? 255 : (line[from + alpha] ?? 0);
    if (colours === "rgb") {
      rgba[to] = first;
      rgba[to + 1] = line[from + 1] ?? 0;
      rgba[to + 2] = line[from + 2] ?? 0;
    } else if (colours === "palette") {
      for (let channel = 0; channel < 3; channel += 1)
        rgba[to + channel] = (palette[channel * entries + first] ?? 0) >> 8;
    } else if (colours === "cmyk") {
      const light = 255 - (line[from + 3] ?? 0);
      for (let channel = 0; channel < 3; channel += 1)
        rgba[to + channel] = ((255 - (line[from + channel] ?? 0)) * light) / 255;
    } else {
      const light = colours === "white-is-zero" ? 255 - first : first;
      rgba[to] = light;
      rgba[to + 1] = light;
      rgba[to + 2] = light;
    }
    if (isPremultiplied && opacity > 0) {
      for (let channel = 0; channel < 3; channel += 1)
        rgba[to + channel] = ((rgba[to + channel] ?? 0) * 255) / opacity;
    }
    rgba[to + 3] = opacity;
  }
  return rgba;
}
