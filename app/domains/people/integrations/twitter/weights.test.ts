import { expect, test } from "vitest";
import { fit, weigh } from "./weights.ts";

const weightsOf = (texts: Record<string, number>) =>
  expect(Object.fromEntries(Object.keys(texts).map((text) => [text, weigh(text)]))).toEqual(texts);

test("alphabets and their punctuation weigh one, all other characters two", () => {
  weightsOf({
    "": 0,
    "I am LIVE NOW on Cue Music!": 27,
    "Привет, ©®": 10,
    "“So”—so…": 9,
    ร้าน: 4,
    ライブ中: 8,
    한국: 4,
    漢字かな: 8,
    "€5": 3,
  });
  // Composed first: an accent of its own is none of the weight.
  expect(weigh("cafe\u0301")).toBe(4);
  expect(weigh("한국".normalize("NFD"))).toBe(4);
});

test("an emoji weighs two, however many code points it has", () => {
  weightsOf({
    "🎧": 2,
    "☀️": 2,
    "👍🏽": 2,
    "👨‍👩‍👧‍👦": 2,
    "🏳️‍🌈": 2,
    "🇩🇪🇯🇵": 4,
    "1️⃣": 2,
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿": 2,
    "©️": 2,
    "👩🏾‍🎤 🎛️!": 6,
  });
  // Shown as text, it is two characters.
  expect(weigh("☀\ufe0e")).toBe(4);
});

test("a link weighs 23, with a scheme or without one", () => {
  weightsOf({
    "https://cue.example/stages/the-vault-with-a-very-long-name?from=x": 23,
    "HTTP://a.co": 23,
    "now: https://cue.example/a.": 29,
    "(https://cue.example/a)": 25,
    "https://a.example/bライブ": 29,
    "soundcloud.com": 23,
    "Soundcloud.com/dee, tonight": 32,
    "soundcloud.com,tonight": 31,
    "radio.it.is it.is it.is/x": 23 + 7 + 23,
    "foo.de www.foo.de": 7 + 23,
    "me@cue.com": 10,
    "later...now e.g. Mr.Smith": 25,
    "http://localhost:8787": 21,
    "xhttps://cue.example": 20,
  });
});

test("a text that is too long is cut between characters", () => {
  expect(fit("Late night", 10)).toBe("Late night");
  expect(fit("Late night", 9)).toBe("Late ni…");
  expect(fit("Late night", 7)).toBe("Late…");
  expect(fit("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 5)).toBe("👨‍👩‍👧‍👦…");
  expect(fit("Late", 1)).toBe("");
});
