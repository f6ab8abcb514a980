/** Tests the ear itself, on which the journeys rely. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium, expect, test } from "@playwright/test";
import { Ear, fitEars } from "#tests/fixtures/rig/ear.ts";
import { clock, sampleRate, writeSignal } from "#tests/fixtures/rig/signal.ts";
import { listeningBrowser } from "../../../playwright.config.ts";

test("the ear detects the track, the delay within 5 ms and every gap of a test signal", async () => {
  // Two seconds of the signal as if sent at a known time, with a gap of 30 ms between two beeps.
  const startedAt = 1_800_000_000_000;
  const samples = new Float32Array(sampleRate * 2);
  writeSignal(samples, startedAt, 7);
  samples.fill(0, sampleRate * 1.25, sampleRate * 1.28);

  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end("<title>A page</title>");
  }).listen(0, "127.0.0.1");
  const browser = await chromium.launch(listeningBrowser);
  try {
    const context = await browser.newContext();
    await fitEars(context);
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const playedAt = await page.evaluate(
      async ({ pcm, rate }) => {
        const output = new AudioContext({ sampleRate: rate });
        const buffer = output.createBuffer(1, pcm.length, rate);
        buffer.copyToChannel(Float32Array.from(pcm), 0);
        const source = new AudioBufferSourceNode(output, { buffer });
        source.connect(output.destination);
        await new Promise((resolve) => setTimeout(resolve, 300));
        const startsAt = output.currentTime + 0.3;
        source.start(startsAt);
        await new Promise((resolve) => setTimeout(resolve, 600));
        const { contextTime = 0, performanceTime = 0 } = output.getOutputTimestamp();
        return Date.now() - performance.now() + performanceTime + (startsAt - contextTime) * 1_000;
      },
      { pcm: [...samples], rate: sampleRate },
    );
    const ear = new Ear(page);
    await ear.hears(7);
    await expect.poll(async () => (await ear.all("beep")).length, { timeout: 5_000 }).toBe(4);
    for (const [index, beep] of (await ear.all("beep")).entries()) {
      const expectedAt = playedAt + index * clock.beatMs + clock.noteMs;
      expect(Math.abs(beep.at - expectedAt)).toBeLessThan(5);
      expect(beep.beat).toBe((startedAt / clock.beatMs + index) % clock.beats);
    }
    const gaps = await ear.all("gap");
    expect(gaps).toHaveLength(1);
    expect(Math.abs(((gaps[0]?.frames ?? 0) / sampleRate) * 1_000 - 30)).toBeLessThan(12);
  } finally {
    await browser.close();
    server.close();
  }
});
