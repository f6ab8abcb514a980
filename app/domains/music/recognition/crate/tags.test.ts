import { expect, test } from "vitest";
import { encodeText } from "#tests/helpers/encode-text.ts";
import { chooseTags } from "./tag-texts.ts";
import { readTags } from "./tags.ts";

type Bytes = Uint8Array<ArrayBuffer>;
const ascii = (text: string): Bytes => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
const join = (...parts: Bytes[]): Bytes => Uint8Array.from(parts.flatMap((part) => [...part]));
const uint32 = (value: number): Bytes =>
  Uint8Array.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
const safe = (value: number): Bytes =>
  Uint8Array.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f));
const little = (value: number): Bytes => uint32(value).toReversed();

/** MPEG 1, Layer III, 128 kbit/s, 44.1 kHz: 417 bytes a frame. */
const frame = Uint8Array.from({ length: 417 }, (_, at) => [0xff, 0xfb, 0x90, 0x64][at] ?? 0);
const sound = join(...Array.from({ length: 20 }, () => frame));

/** Encodings: 0 Latin-1, 1 UTF-16, 3 UTF-8. */
const text = (id: string, encoding: number, content: Bytes, size = uint32) =>
  join(ascii(id), size(content.length + 1), Uint8Array.from([0, 0, encoding]), content);
const id3 = (version: number, ...frames: Bytes[]) => {
  const body = join(...frames);
  return join(ascii("ID3"), Uint8Array.from([version, 0, 0]), safe(body.length), body);
};
const id3v1 = (title: Bytes, artist: Bytes) => {
  const tag = new Uint8Array(128);
  tag.set(ascii("TAG"));
  tag.set(title.subarray(0, 30), 3);
  tag.set(artist.subarray(0, 30), 33);
  return tag;
};
const ape = (items: Record<string, string>) => {
  const body = join(
    ...Object.entries(items).map(([key, value]) =>
      join(little(utf8(value).length), little(0), ascii(key), Uint8Array.from([0]), utf8(value)),
    ),
  );
  const footer = [little(2_000), little(body.length + 32), little(Object.keys(items).length), little(0)];
  return join(body, ascii("APETAGEX"), ...footer, new Uint8Array(8));
};

const read = async (name: string, ...parts: Bytes[]) => {
  const found = await readTags(new File([join(...parts)], name));
  const { title, artists, isrc, composer, label } = found.tags;
  return { ...found, named: [title, artists], rest: [isrc, composer, label] };
};
const mp3 = (...parts: Bytes[]) => read("file.mp3", ...parts);

test("a slash is a letter of a name; zeros separate names", async () => {
  const slash = id3(
    3,
    text("TIT2", 0, ascii("Thunder")),
    text("TPE1", 0, ascii("AC/DC")),
    text("TCOM", 0, ascii("A/B")),
  );
  expect(await mp3(slash, sound)).toMatchObject({ named: ["Thunder", ["AC/DC"]], rest: [null, "A/B", null] });
  for (const version of [3, 4]) {
    const two = id3(
      version,
      text("TIT2", 3, ascii("One"), safe),
      text("TPE1", 3, utf8("Ana\0Bo / Cy"), safe),
    );
    expect((await mp3(two, sound)).named).toEqual(["One", ["Ana", "Bo / Cy"]]);
  }
});

test("frames are found by whichever sizes lead to the end of the tag", async () => {
  const title = `Amber Room ${"x".repeat(150)}`;
  for (const version of [3, 4])
    for (const size of [uint32, safe]) {
      const tag = id3(
        version,
        text("TIT2", 0, ascii(title), size),
        text("TPE1", 1, Uint8Array.from(Buffer.from("\ufeffNora Välé", "utf16le")), size),
        text("TSRC", 0, ascii("DEA122600001"), size),
        text("TXXX", 3, utf8("CATALOGNUMBER\0NB 1"), size),
        new Uint8Array(300),
      );
      const found = await mp3(tag, sound);
      expect(found.named).toEqual([title, ["Nora Välé"]]);
      expect(found.tags).toMatchObject({ isrc: "DEA122600001", catalogueNumber: "NB 1" });
    }
});

test("a tag of version 2.2, one with stuffing and one with an extended header are read", async () => {
  const old = (id: string, content: Bytes) =>
    join(ascii(id), uint32(content.length + 1).subarray(1), Uint8Array.from([0]), content);
  expect((await mp3(id3(2, old("TT2", ascii("One")), old("TP1", ascii("Ana"))), sound)).named).toEqual([
    "One",
    ["Ana"],
  ]);
  const body = join(
    text("TIT2", 1, Uint8Array.from([0xff, 0, 0xfe, 0x41, 0])),
    text("TPE1", 0, ascii("Ana")),
  );
  // The size is that of the content without stuffing.
  body[7] = 5;
  const stuffed = join(ascii("ID3"), Uint8Array.from([3, 0, 0x80]), safe(body.length), body);
  expect((await mp3(stuffed, sound)).named).toEqual(["A", ["Ana"]]);
  const frames = join(uint32(6), new Uint8Array(6), text("TIT2", 0, ascii("One")));
  const extended = join(ascii("ID3"), Uint8Array.from([3, 0, 0x40]), safe(frames.length), frames);
  expect((await mp3(extended, sound)).named).toEqual(["One", []]);
});

test("texts without a true encoding are UTF-8 where that is valid, and otherwise a guess", async () => {
  const lying = id3(3, text("TIT2", 0, utf8("Tést")), text("TPE1", 0, utf8("ÆØŋ")));
  expect(await mp3(lying, sound)).toMatchObject({ named: ["Tést", ["ÆØŋ"]], guess: null });
  const latin = id3(
    3,
    text("TIT2", 0, encodeText("Männer sind Schweine", "windows-1252")),
    text("TPE1", 0, ascii("Bo")),
  );
  expect(await mp3(latin, sound)).toMatchObject({ named: ["Männer sind Schweine", ["Bo"]], guess: null });
  const cyrillic = (charset: string) =>
    [encodeText("Янтарь", charset), encodeText("Нора Вейл", charset)] as const;
  for (const charset of ["windows-1251", "koi8-u"]) {
    const [title, artist] = cyrillic(charset);
    for (const parts of [
      [sound, id3v1(title, artist)],
      [id3(3, text("TIT2", 0, title), text("TPE1", 0, artist)), sound],
      [id3(4, text("TIT2", 3, title, safe), text("TPE1", 3, artist, safe)), sound],
    ]) {
      const { named, guess } = await mp3(...parts);
      expect(named).toEqual(["Янтарь", ["Нора Вейл"]]);
      // It is shown, and another charset can be chosen.
      expect(guess && chooseTags(guess.texts, guess.named).charset).toBe(charset);
      expect(guess && chooseTags(guess.texts, guess.named, "windows-1252")).toMatchObject({
        isGuessed: false,
      });
    }
  }
  const japanese = await mp3(
    sound,
    id3v1(encodeText("夜のバス", "shift_jis"), encodeText("東京ナイト", "shift_jis")),
  );
  expect(japanese.named).toEqual(["夜のバス", ["東京ナイト"]]);
  const cutOff = await mp3(sound, id3v1(utf8("Долгая дорога в дюнах"), utf8("Мира")));
  expect(cutOff.named).toEqual(["Долгая дорога в", ["Мира"]]);
});

test("of two tags that disagree one counts as a whole; one that agrees fills what the first lacks", async () => {
  const named = id3(3, text("TIT2", 0, ascii("Amber Room")), text("TPE1", 0, ascii("Nora Vale")));
  const other = ape({ Title: "Ape Title", Artist: "Ape Artist", ISRC: "DEA122600001", Label: "Ape" });
  expect(await mp3(named, sound, other)).toMatchObject({
    named: ["Amber Room", ["Nora Vale"]],
    rest: [null, null, null],
  });
  const agreeing = ape({
    Title: "Amber Room",
    Artist: "NORA VALE",
    ISRC: "DEA122600001",
    Label: "Night Bus",
  });
  expect((await mp3(named, sound, agreeing)).rest).toEqual(["DEA122600001", null, "Night Bus"]);
  const titleOnly = id3(3, text("TIT2", 0, ascii("Amber Room")));
  expect((await mp3(titleOnly, sound, other)).named).toEqual(["Amber Room", []]);
  expect((await mp3(titleOnly, sound, id3v1(ascii("Amber Room"), ascii("Nora Vale")))).named).toEqual([
    "Amber Room",
    ["Nora Vale"],
  ]);
  const long = "A Very Long Title That Does Not Fit Into Thirty Bytes";
  const full = id3(3, text("TIT2", 0, ascii(long)));
  expect((await mp3(full, sound, id3v1(ascii(long), ascii("Nora Vale")))).named).toEqual([
    long,
    ["Nora Vale"],
  ]);
  const noNames = id3(3, text("TCOM", 0, ascii("Somebody")));
  expect((await mp3(noNames, sound, other)).named).toEqual(["Ape Title", ["Ape Artist"]]);
  expect((await mp3(sound, other)).named).toEqual(["Ape Title", ["Ape Artist"]]);
});

test("a WAV and an AIFF have the same tags in their parts", async () => {
  const chunk = (name: string, content: Bytes, size: (value: number) => Bytes) =>
    join(ascii(name), size(content.length), content, new Uint8Array(content.length % 2));
  const tag = id3(3, text("TIT2", 0, ascii("Thunder")), text("TPE1", 0, ascii("AC/DC")));
  const silence = new Uint8Array(64);
  const wav = (...parts: Bytes[]) =>
    join(ascii("RIFF"), little(1_000), ascii("WAVE"), ...parts, chunk("data", silence, little));
  const aiff = (...parts: Bytes[]) => join(ascii("FORM"), uint32(1_000), ascii("AIFF"), ...parts);
  expect((await read("a.wav", wav(chunk("id3 ", tag, little)))).named).toEqual(["Thunder", ["AC/DC"]]);
  expect((await read("a.aiff", aiff(chunk("ID3 ", tag, uint32)))).named).toEqual(["Thunder", ["AC/DC"]]);
  const info = (content: (name: string) => Bytes) =>
    join(
      ascii("INFO"),
      chunk("INAM", content("Янтарь"), little),
      chunk("IART", content("Нора Вейл"), little),
    );
  const russian = await read(
    "a.wav",
    wav(
      chunk(
        "LIST",
        info((name) => encodeText(name, "windows-1251")),
        little,
      ),
    ),
  );
  expect(russian.named).toEqual(["Янтарь", ["Нора Вейл"]]);
  expect(russian.guess).not.toBeNull();
  const own = aiff(chunk("NAME", utf8("Tést"), uint32), chunk("AUTH", utf8("ÆØŋ"), uint32));
  expect((await read("a.aif", own)).named).toEqual(["Tést", ["ÆØŋ"]]);
});

test("a file without tags, and one that is none, is known by its name", async () => {
  for (const content of [
    sound,
    ascii("ID3"),
    ascii("ID3\u0004\0\0\u007f\u007f\u007f\u007fTIT2"),
    new Uint8Array(0),
  ])
    expect((await read("01 Ada - Tides.mp3", content)).named).toEqual(["Tides", ["Ada"]]);
});
