/** Red, green and blue, each 0 to 1, as a screen shows them. */
export type Rgb = [red: number, green: number, blue: number];

export interface Palette {
  ground: Rgb;
  ink: Rgb;
  tick: Rgb;
  green: Rgb;
  red: Rgb;
  /** True on a light background, where additive blending does not work. */
  isLight: boolean;
}

/** The colours of the present theme, for drawing without CSS. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  // The tokens are OKLCH: a browser converts them by painting.
  const read = (token: string): Rgb => {
    if (context === null) return [0.5, 0.5, 0.5];
    context.fillStyle = style.getPropertyValue(token);
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return [red / 255, green / 255, blue / 255];
  };
  const ground = read("--ground");
  return {
    ground,
    ink: read("--ink"),
    tick: read("--tick"),
    green: read("--green"),
    red: read("--red"),
    isLight: ground[1] > 0.5,
  };
}
