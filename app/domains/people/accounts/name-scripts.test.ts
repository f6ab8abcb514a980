import { expect, test } from "vitest";
import { checkUsername } from "./rules.ts";
import { lookOfUsername, toUsernameClaims } from "./usernames.ts";

const isTaken = (name: string) => toUsernameClaims(name).usernameLooks.includes(lookOfUsername("Ada"));

test.each(
  Array.from("\u318d\u05d9\u3163\ua537\u2d57\u0627\u1970\ua900").flatMap((letter) => [
    `AdaMarlow${letter}`,
    `AdaMarlow${letter}${letter}`,
  ]),
)("%s is no new name", (name) => {
  expect(checkUsername(name).ok).toBe(false);
});

test.each([" ノ", " ノノ", " 一", "一一", "ㅣㅣ", " ㅇㅇ", " 坂", "ー", "丨丨"])(
  "Latin letters with the strokes and circles %s are no new name",
  (added) => {
    expect(checkUsername(`AdaMarlow${added}`)).toEqual({ ok: false, code: "username-mixed" });
  },
);

test.each(["DJ 坂本", "DJ カード", "Ana 坂本 02", "YG 엔터", "東京カラオケ", "坂本 ノ 龍", "Νίκος 7"])(
  "%s is a name of one script, or of those that are written together",
  (name) => {
    expect(checkUsername(name)).toEqual({ ok: true });
  },
);

test("no letter of another script joins a Latin name", () => {
  const joined: string[] = [];
  for (let point = 0x80; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (!/[\p{L}\p{Nd}]/u.test(character)) continue;
    const plain = character.normalize("NFKC");
    const isOther = Array.from(plain).length === 1 && !/[\p{Script=Latin}\p{Script=Common}]/u.test(plain);
    const name = `Ada${character}`;
    // A mark that scripts share is no letter: the name is taken.
    if (isOther && checkUsername(name).ok && !isTaken(name)) joined.push(point.toString(16));
  }
  expect(joined).toEqual([]);
});
