/**
 * Draws the icons of the installed app, and the picture of a podcast without one, from `public/favicon.svg`, after a change of the brand: `node scripts/icons.ts`.
 * Needs Chromium, as the journeys do.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { projectFolder } from "./settings.ts";

/** `share`: how much of the image the logo takes. A launcher may crop a maskable icon to its inner 80 %. */
const icons = [
  { name: "192", pixels: 192, share: 0.9 },
  { name: "512", pixels: 512, share: 0.9 },
  { name: "maskable-192", pixels: 192, share: 0.68 },
  { name: "maskable-512", pixels: 512, share: 0.68 },
  // On an iPhone's home screen, which rounds the corners.
  { name: "apple-180", pixels: 180, share: 0.8 },
  // The smallest that podcast apps accept.
  { name: "cover-1400", pixels: 1400, share: 0.68 },
] as const;

await drawIcons();

async function drawIcons(): Promise<void> {
  const folder = join(projectFolder, "public", "icons");
  mkdirSync(folder, { recursive: true });
  const svg = readFileSync(join(projectFolder, "public", "favicon.svg"), "utf8");
  const ground = /<rect [^<>]*fill="(#\w+)"/.exec(svg)?.[1];
  if (ground === undefined) throw new Error("favicon.svg has no ground to take the colour from.");
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage();
    for (const { name, pixels, share } of icons) {
      await page.setViewportSize({ width: pixels, height: pixels });
      await page.setContent(
        `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${share * 100}%}</style>${svg}`,
      );
      await page.screenshot({ path: join(folder, `${name}.png`) });
    }
  } finally {
    await browser.close();
  }
}
