import { expect, test } from "vitest";
import { demoPeople } from "#db/demo-people.ts";
import { demoBookingStage, demoOnDemandStage } from "#db/seed.ts";
import { isReservedName } from "./reserved-names.ts";

test.each([
  "admin",
  "Administrator",
  "MODERATOR",
  "support",
  "Staff",
  "help",
  "Official",
  "security",
  "root",
  "system",
  "Cue",
  "Cue Music",
  "cuemusic",
  "Cue Support",
  "Cue Music Support Team",
  "Official Cue",
  "The Admin",
  "support team",
  "null",
  "stage",
  "songs",
])("%s is reserved", (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  ["Adm1n", "a digit for a letter"],
  ["4dm1n", "two digits"],
  ["Supp0rt", "a nought for an o"],
  ["5upport", "a five for an s"],
  ["AdmIn", "a capital I"],
  ["adrnin", "r and n for an m"],
  ["a.d.m.i.n", "dots between letters"],
  ["sup port", "a space"],
  ["s_u_p_p_o_r_t", "underscores"],
  ["cue-music", "a dash, as in an address"],
  ["ádmín", "accents"],
  ["аdmіn", "Cyrillic а and і"],
  ["ѕuрроrt", "Cyrillic ѕ, р and о"],
  ["Сuе Мusiс", "Cyrillic С, е, М and с"],
  ["ＡＤＭＩＮ", "fullwidth"],
  ["ꜱᴛᴀꜰꜰ", "small capitals"],
])("%s is reserved (%s)", (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  "Ada Marlow",
  "Adminah",
  "Music",
  "Rooted",
  "System 7",
  "Rescue",
  "Cuebert",
  "Modern",
  "Helper",
  "Stage Left",
  "The Team",
  "坂本 龍一",
  "Nall",
  "محمد",
])("%s is free", (name) => {
  expect(isReservedName(name)).toBe(false);
});

test("the usernames and stage addresses of the demo are not reserved", () => {
  const names = Object.values(demoPeople).map(({ username }) => username);
  const urls = [demoBookingStage, demoOnDemandStage].map(({ customUrl }) => customUrl);
  expect([...names, ...urls, "attic"].filter(isReservedName)).toEqual([]);
});
