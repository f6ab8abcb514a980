import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { heatMarks } from "./heat-marks.ts";

type Colour = readonly [lightness: number, chroma: number, hue: number];

const css = readFileSync("app/app.css", "utf8");

/** The tokens of one theme from the style sheet. */
function tokensOf(selector: string): (name: string) => Colour {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("}", start));
  return (name) => {
    const [, after = ""] = block.split(`--${name}: oklch(`);
    const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = after
      .slice(0, after.indexOf(")"))
      .split(" ")
      .map(Number);
    return [lightness, chroma, hue];
  };
}

function toLab([lightness, chroma, hue]: Colour): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** The distance in OKLab: 0.02 is just noticeable side by side. */
const difference = (one: Colour, other: Colour) => {
  const [a, b] = [toLab(one), toLab(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
};

/** Relative luminance as defined by WCAG. */
function luminance(colour: Colour): number {
  const [l, a, b] = toLab(colour);
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z;
  const green = -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z;
  const blue = -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z;
  const within = (value: number) => Math.min(1, Math.max(0, value));
  return 0.2126 * within(red) + 0.7152 * within(green) + 0.0722 * within(blue);
}

function contrast(one: Colour, other: Colour): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const colourOf = (heat: "high" | "hot") => heatMarks[heat].className.replace("stroke-", "");

describe.each([":root", '[data-theme="light"]', '[data-theme="contrast"]'])("in the theme %s", (selector) => {
  const token = tokensOf(selector);
  const [high, hot, ground] = [token(colourOf("high")), token(colourOf("hot")), token("ground")];

  test("high and hot differ by ten times the just noticeable difference", () => {
    expect(difference(high, hot)).toBeGreaterThan(0.2);
  });

  test("both contrast with the background", () => {
    for (const colour of [high, hot]) expect(contrast(colour, ground)).toBeGreaterThan(3);
  });
});
