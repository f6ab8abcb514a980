import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { SniffedSource } from "./source.ts";
import { SourceRates } from "./source-limits.ts";

/** One stream of a chain, as an encoder starts it with each title. */
function stretch(codec: string, title: string): Buffer {
  const words = `-v error -f lavfi -i sine=sample_rate=48000:duration=1 -ac 2 ${codec} -page_duration 20000`;
  const tags = ["-metadata", `title=${title}`, "-metadata", "artist=Somebody"];
  return execFileSync("ffmpeg", [...words.split(" "), ...tags, "-f", "ogg", "pipe:1"]);
}

function read(bytes: Buffer, piece: number) {
  const heard = {
    kinds: [] as unknown[],
    formats: [] as unknown[],
    titles: [] as string[],
    opus: 0,
    ends: 0,
    feed: 0,
  };
  const source = new SniffedSource(
    {
      onKind: (kind) => heard.kinds.push(kind),
      onFormat: (format) => heard.formats.push(format),
      onFeed: (fed) => {
        heard.feed += fed.length;
      },
      onMp3: () => {},
      onOpus: () => heard.opus++,
      onChange: () => heard.ends++,
      onTitle: ({ title }) => heard.titles.push(title),
    },
    new SourceRates(() => 0),
  );
  for (let at = 0; at < bytes.length; at += piece) source.push(bytes.subarray(at, at + piece));
  return { ...heard, preamble: Buffer.from(source.preamble()) };
}

const stereo = { sampleRate: 48_000, channels: 2 };

test("a chain of Opus streams passes through as one stream with the title of each", () => {
  const chain = Buffer.concat([stretch("-c:a libopus", "One"), stretch("-c:a libopus", "Two")]);
  for (const piece of [1, 1_000, chain.length]) {
    const heard = read(chain, piece);
    expect(heard.kinds).toEqual([{ codec: "opus", feed: "ogg", passesOpus: true }]);
    expect(heard.titles).toEqual(["One", "Two"]);
    expect(heard.formats).toEqual([stereo, stereo]);
    expect(heard.opus).toBe(102);
    expect(heard.ends).toBe(0);
  }
});

test("Opus with other frame lengths is transcoded, also if it starts in mid-stream", () => {
  const long = stretch("-c:a libopus -frame_duration 60", "Long");
  expect(read(long, 1_000).kinds).toEqual([{ codec: "opus", feed: "ogg", passesOpus: false }]);
  const heard = read(Buffer.concat([stretch("-c:a libopus", "Short"), long]), 1_000);
  expect(heard).toMatchObject({ opus: 51, ends: 1 });
});

test("a new ffmpeg gets the headers of the newest stream of the chain", () => {
  const second = stretch("-c:a libvorbis", "Two");
  const { preamble, feed, kinds } = read(Buffer.concat([stretch("-c:a libvorbis", "One"), second]), 1_000);
  expect(kinds).toEqual([{ codec: "vorbis", feed: "ogg", passesOpus: false }]);
  expect(preamble).toEqual(second.subarray(0, preamble.length));
  expect(preamble.includes("Two")).toBe(true);
  expect(feed).toBeGreaterThan(second.length);
});

test.each(["-c:a libvorbis -ar 32000 -ac 1", "-c:a flac -ar 96000 -ac 1", "-c:a libopus -ar 24000 -ac 1"])(
  "the format is read from the first packet: %s",
  (codec) => {
    const sampleRate = Number(codec.split(" ")[3]);
    expect(read(stretch(codec, "One"), 1_000).formats).toEqual([{ sampleRate, channels: 1 }]);
  },
);

test("MP3 and AAC frames contain their format, and high-efficiency AAC only half of it", () => {
  const formatOf = (words: string) =>
    read(
      execFileSync("ffmpeg", [
        ..."-v error -f lavfi -i sine=duration=1".split(" "),
        ...words.split(" "),
        "pipe:1",
      ]),
      500,
    ).formats;
  expect(formatOf("-ar 22050 -ac 2 -c:a libmp3lame -f mp3")).toEqual([{ sampleRate: 22_050, channels: 2 }]);
  expect(formatOf("-ar 44100 -ac 1 -c:a libmp3lame -f mp3")).toEqual([{ sampleRate: 44_100, channels: 1 }]);
  expect(formatOf("-ar 32000 -ac 2 -c:a aac -f adts")).toEqual([{ sampleRate: 32_000, channels: 2 }]);
  expect(formatOf("-ar 22050 -ac 1 -c:a aac -f adts")).toEqual([{ sampleRate: null, channels: null }]);
});
