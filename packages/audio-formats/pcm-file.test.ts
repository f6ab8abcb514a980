import { expect, test } from "vitest";
import { readFrames, readPcmLayout } from "./pcm-file.ts";

test("samples of a WAV are read as they are written", async () => {
  const samples = [0, 0.5, -0.5, 0.25];
  const head = new DataView(new ArrayBuffer(44));
  const text = (at: number, name: string) =>
    new TextEncoder().encode(name).forEach((byte, index) => head.setUint8(at + index, byte));
  text(0, "RIFF");
  text(8, "WAVE");
  text(12, "fmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 2, true);
  head.setUint32(24, 44_100, true);
  head.setUint16(34, 24, true);
  text(36, "data");
  head.setUint32(40, samples.length * 6, true);
  const data = samples.flatMap((sample) => {
    const value = Math.round(sample * 2 ** 23) & 0xffffff;
    const bytes = [value & 255, (value >> 8) & 255, value >> 16];
    return [...bytes, ...bytes];
  });
  const file = new Blob([head.buffer, Uint8Array.from(data)]);
  const layout = await readPcmLayout(file);
  if (layout === null) throw new Error("it was not read");
  expect(layout).toMatchObject({ rate: 44_100, channels: 2, width: 3, from: 44 });
  const bytes = new DataView(await file.slice(layout.from, layout.to).arrayBuffer());
  expect([...readFrames(bytes, layout)]).toEqual(samples);
  expect(await readPcmLayout(new Blob(["no sound at all"]))).toBeNull();
});
