import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encodeIcyTitle, IcyWriter, icyMetaInt } from "./icy.ts";
import { OggOpusChain, OggOpusWriter } from "./ogg-opus.ts";
import { silentMp3Frame, silentOpusPacket } from "./silence.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

/** An independent reader: capture pattern, lacing, and the checksum computed bit by bit. */
function readPages(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pages = [];
  for (let at = 0; at < bytes.byteLength; ) {
    expect(new TextDecoder().decode(bytes.subarray(at, at + 4))).toBe("OggS");
    const lacing = bytes.subarray(at + 27, at + 27 + view.getUint8(at + 26));
    const size = 27 + lacing.length + lacing.reduce((sum, length) => sum + length, 0);
    const page = bytes.slice(at, at + size);
    page.fill(0, 22, 26);
    expect(bitwiseCrc(page)).toBe(view.getUint32(at + 22, true));
    const packets: Uint8Array[] = [];
    let from = at + 27 + lacing.length;
    let length = 0;
    for (const part of lacing) {
      length += part;
      if (part === 255) continue;
      packets.push(bytes.slice(from, from + length));
      from += length;
      length = 0;
    }
    pages.push({
      flags: view.getUint8(at + 5),
      granule: Number(view.getBigUint64(at + 6, true)),
      serial: view.getUint32(at + 14, true),
      number: view.getUint32(at + 18, true),
      packets,
    });
    at += size;
  }
  return pages;
}

function bitwiseCrc(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      const top = ((crc >>> 31) ^ (byte >> bit)) & 1;
      crc = ((crc << 1) ^ (top ? 0x04c11db7 : 0)) >>> 0;
    }
  }
  return crc;
}

test("pages carry whole packets with checksums, sequence numbers and granule positions", () => {
  const writer = new OggOpusWriter(0xfeedbeef);
  const packets = [0, 1, 254, 255, 256, 510, 1_275].map((size) => new Uint8Array(size).fill(size % 251));
  const head = writer.head({ channels: 2, preSkip: 3_840, comments: { TITLE: "Žižek – Pata Pata" } });
  const pages = readPages(
    new Uint8Array([...head, ...writer.page(packets), ...writer.page(packets.slice(3, 5)), ...writer.end()]),
  );
  expect(pages.map(({ number, flags, granule }) => [number, flags, granule])).toEqual([
    [0, 2, 0],
    [1, 0, 0],
    [2, 0, 7 * 960],
    [3, 0, 9 * 960],
    [4, 4, 9 * 960],
  ]);
  expect(new Set(pages.map(({ serial }) => serial))).toEqual(new Set([0xfeedbeef]));
  expect(pages[2]?.packets).toEqual(packets);
  expect(new TextDecoder().decode(pages[1]?.packets[0])).toContain("TITLE=Žižek – Pata Pata");
});

test.skipIf(!hasFfmpeg)("ffmpeg decodes a file that is rebuilt from the packets of another Ogg file", () => {
  const folder = mkdtempSync(join(tmpdir(), "cue-ogg-"));
  const [source, copy] = [join(folder, "source.ogg"), join(folder, "copy.ogg")];
  const tone = [
    "-f",
    "lavfi",
    "-i",
    "sine=440:duration=2",
    "-c:a",
    "libopus",
    "-frame_duration",
    "20",
    "-ac",
    "2",
  ];
  execFileSync("ffmpeg", ["-v", "error", "-y", ...tone, source]);
  const packets = readPages(new Uint8Array(readFileSync(source)))
    .slice(2)
    .flatMap((page) => page.packets);
  const writer = new OggOpusWriter(1);
  const parts = [writer.head({ channels: 2, preSkip: 312, comments: {} })];
  for (let i = 0; i < packets.length; i += 5) parts.push(writer.page(packets.slice(i, i + 5)));
  writeFileSync(copy, Buffer.concat([...parts, writer.end()]));
  const probe = execFileSync("ffprobe", [
    "-v",
    "error",
    "-show_entries",
    "stream=codec_name,channels:format=duration",
    "-of",
    "csv=p=0",
    copy,
  ]);
  expect(probe.toString()).toMatch(/^opus,2\n[12]\.\d+/);
  expect(
    execFileSync("ffmpeg", ["-v", "warning", "-xerror", "-i", copy, "-f", "null", "-"], {
      stdio: "pipe",
    }).toString(),
  ).toBe("");
});

/** 451 packets of a tone, as the agent produces them. */
function encodeTone(folder: string): Uint8Array[] {
  const raw = join(folder, "tone.opus");
  const input = ["-f", "lavfi", "-i", "sine=440:duration=9:sample_rate=48000"];
  const opus =
    "-map 0:a -c:a libopus -b:a 128k -vbr off -application lowdelay -frame_duration 20 -ac 2 -f data";
  execFileSync("ffmpeg", ["-v", "error", "-y", ...input, ...opus.split(" "), raw]);
  const bytes = new Uint8Array(readFileSync(raw));
  return Array.from({ length: bytes.length / 320 }, (_, i) => bytes.subarray(i * 320, (i + 1) * 320));
}

/** Returns the stream of a listener whose titles change before these packets. */
function chain(packets: Uint8Array[], titles: Record<number, string>): Buffer {
  const writer = new OggOpusChain("One");
  const parts: (Uint8Array | null)[] = [writer.head()];
  for (let i = 0; i < packets.length; i += 5) {
    const title = titles[i];
    if (title !== undefined) parts.push(writer.retitle(title));
    parts.push(writer.page(packets.slice(i, i + 5)));
  }
  return Buffer.concat([...parts, writer.end()].filter((part) => part !== null));
}

test("a changed title starts a new logical stream with continuous time, and a repeated one does not", () => {
  const packets = Array.from({ length: 20 }, (_, i) => new Uint8Array(10).fill(i));
  const pages = readPages(new Uint8Array(chain(packets, { 5: "One", 10: "Two" })));
  expect(pages.map(({ number, flags, granule }) => [number, flags, granule])).toEqual([
    [0, 2, 0],
    [1, 0, 0],
    [2, 0, 5 * 960],
    [3, 0, 10 * 960],
    [4, 4, 10 * 960],
    [0, 2, 0],
    [1, 0, 0],
    [2, 0, 15 * 960],
    [3, 0, 20 * 960],
    [4, 4, 20 * 960],
  ]);
  expect(new Set(pages.map(({ serial }) => serial)).size).toBe(2);
  const preSkips = pages.filter(({ flags }) => flags === 2).map(({ packets: [head] }) => head?.[10]);
  expect(preSkips).toEqual([3_840 & 255, 0]);
});

test.skipIf(!hasFfmpeg)(
  "ffmpeg decodes the same samples with and without title changes, and reads each title",
  () => {
    const packets = encodeTone(mkdtempSync(join(tmpdir(), "cue-ogg-")));
    const decode = (input: Buffer) =>
      execFileSync("ffmpeg", ["-v", "error", "-i", "pipe:0", "-ac", "1", "-f", "s16le", "-"], {
        input,
        maxBuffer: 1e8,
      });
    const titled = chain(packets, { 150: "Two", 300: "Three" });
    const samples = decode(titled);
    expect(samples.byteLength / 2).toBe(packets.length * 960 - 3_840);
    expect(Buffer.compare(samples, decode(chain(packets, {})))).toBe(0);
    const shown = "-v error -show_packets -show_streams -of flat pipe:0".split(" ");
    expect(execFileSync("ffprobe", shown, { input: titled, maxBuffer: 1e8 }).toString()).toContain(
      'TITLE="One;Two;Three"',
    );
  },
);

test.skipIf(!hasFfmpeg)("ffmpeg decodes the silence of both formats with the right duration", () => {
  const writer = new OggOpusChain("");
  const pages = Array.from({ length: 10 }, () =>
    writer.page(Array.from({ length: 25 }, () => silentOpusPacket)),
  );
  const volumeOf = (input: Buffer) =>
    spawnSync("ffmpeg", ["-i", "pipe:0", "-af", "volumedetect", "-f", "null", "-"], {
      input,
    }).stderr.toString();
  const opus = volumeOf(Buffer.concat([writer.head(), ...pages]));
  expect(opus).toContain(`n_samples: ${(250 * 960 - 3_840) * 2}`);
  const mp3 = volumeOf(Buffer.concat(Array.from({ length: 100 }, () => silentMp3Frame(null).bytes)));
  expect(mp3).toContain(`n_samples: ${100 * 1_152 * 2}`);
  for (const text of [opus, mp3]) expect(text).toContain("max_volume: -91.0 dB");
});

test("an ICY title block is a length in units of 16 and zero-padded text", () => {
  const bytes = encodeIcyTitle("Miriam - It's'; on");
  expect(bytes.byteLength).toBe(1 + (bytes[0] ?? 0) * 16);
  expect(new TextDecoder().decode(bytes.subarray(1)).replace(/\0+$/, "")).toBe(
    "StreamTitle='Miriam - It's’; on';",
  );
  expect(encodeIcyTitle("x".repeat(10_000))[0]).toBe(255);
});

test("ICY titles are exactly 16,000 bytes apart for any chunking, and only sent when changed", () => {
  const writer = new IcyWriter();
  writer.setTitle("One");
  const sound = Uint8Array.from({ length: icyMetaInt * 3 + 500 }, (_, i) => i % 250);
  const parts: number[] = [];
  for (let at = 0; at < sound.byteLength; at += 777) {
    if (at > icyMetaInt * 2) writer.setTitle("Two");
    parts.push(...writer.write(sound.subarray(at, at + 777)));
  }
  const stream = Uint8Array.from(parts);
  const titles: string[] = [];
  const heard: number[] = [];
  for (let at = 0; at < stream.byteLength; ) {
    heard.push(...stream.subarray(at, at + icyMetaInt));
    at += icyMetaInt;
    const size = (stream[at] ?? 0) * 16;
    titles.push(new TextDecoder().decode(stream.subarray(at + 1, at + 1 + size)).replace(/\0+$/, ""));
    at += 1 + size;
  }
  expect(Uint8Array.from(heard)).toEqual(sound);
  expect(titles.slice(0, 3)).toEqual(["StreamTitle='One';", "", "StreamTitle='Two';"]);
});
