import { env } from "cloudflare:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import ICAL from "ical.js";
import { beforeAll, expect, test } from "vitest";
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { foreignParagraphs, plainText } from "#app/domains/base/text/foreign-text.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { broadcasts } from "#db/schema/index.ts";
import { calendarText } from "#tests/helpers/calendar-text.ts";
import { hostileTexts } from "#tests/helpers/hostile-texts.ts";
import { makePerformer, makePerson, type Person } from "#tests/helpers/people.ts";
import { request } from "#tests/helpers/request.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";
import { isSweep } from "#tests/helpers/sweep.ts";

const hourMs = 3_600_000;
let performer: Person;
let stage: StageAnswer;
let coming: { id: string };
let played: { id: string };

beforeAll(async () => {
  performer = await makePerformer();
  stage = await makeStage(await makePerson({ isManager: true }));
  coming = await makeSet(stage, performer, 2 * hourMs);
  played = await makeSet(stage, performer, -3 * hourMs);
  await openDb(env.DB)
    .insert(broadcasts)
    .values({
      id: "hostile",
      streamId: "stream",
      stageId: stage.id,
      performerId: performer.id,
      setId: played.id,
      startedAt: Date.now() - 3 * hourMs,
      endedAt: Date.now() - 2 * hourMs,
    });
});

/** Stored as if before texts were cleaned on input. */
async function plant(text: string) {
  await env.DB.batch([
    env.DB.prepare("update stages set name = ?1, description = ?1 where id = ?2").bind(text, stage.id),
    env.DB.prepare("update sets set name = ?1, description = ?1 where stage_id = ?2").bind(text, stage.id),
  ]);
}

const texts = [
  ...(isSweep ? hostileTexts.map(({ given }) => given) : []),
  "x ]]></description><item><title>evil]]>y]]>",
  "<![CDATA[a]]><b>]]>",
  "Night\r\nATTENDEE:mailto:evil@example.com\nEND:VEVENT",
  "a\u0085b\u000bc\u000cd\u2028e",
  'semi;colon, comma \\n \\, \\; \\\\ "quoted" :x',
  "long ".repeat(60).trim(),
  "🎧".repeat(80),
  "\uffff\u0001",
].map((text) => [text] as const);

/** A lone surrogate is stored as three bytes that no decoder accepts. */
const stored = (text: string) => text.replace(/\ud800(?![\udc00-\udfff])/gu, "\ufffd\ufffd\ufffd");

/** Returns names without the line breaks between elements. */
const namesOf = (element: object) => Object.keys(element).filter((name) => name !== "#text");

test.each(texts)("a feed escapes %j", async (text) => {
  await plant(text);
  const xml = await (await request(`/feed/stage/${stage.id}.xml`)).text();
  expect(XMLValidator.validate(xml)).toBe(true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of them
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  const parser = new XMLParser({
    trimValues: false,
    parseTagValue: false,
  });
  const { channel } = parser.parse(xml).rss;
  const line = cleanLine(stored(text));
  expect(namesOf(channel)).toEqual(["title", "link", "description", "generator", "lastBuildDate", "item"]);
  const name = plainText(line);
  expect(channel.title).toBe(`${name} · Cue`);
  expect(channel.item.title).toBe(`${name} · ${performer.username} on ${name}`);
  expect(namesOf(channel.item)).toEqual(["title", "link", "guid", "pubDate", "description"]);
  // Readers show a description as HTML.
  const html = parser.parse(`<p>${String(channel.item.description).replaceAll("<br>\n", "\n")}</p>`);
  expect(html).toEqual({ p: foreignParagraphs(stored(text)) });
});

test.each(texts)("a calendar escapes %j", async (text) => {
  await plant(text);
  const file = await (await request(`/calendar/stage/${stage.id}.ics`)).text();
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n\u0085\u2028\u2029]/);
  for (const part of file.split("\r\n"))
    expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(file));
  const line = plainText(cleanLine(stored(text)));
  expect(calendarText(calendar.getFirstPropertyValue("x-wr-calname"))).toBe(`${line} · Cue`);
  expect(
    calendar
      .getAllProperties()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["method", "name", "prodid", "version", "x-wr-calname"].toSorted());
  const events = calendar.getAllSubcomponents("vevent");
  expect(events.map((event) => event.getFirstPropertyValue("uid"))).toEqual([
    `set-${played.id}@localhost`,
    `set-${coming.id}@localhost`,
  ]);
  for (const event of events) {
    expect(event.getFirstPropertyValue("summary")).toBe(`${line} · ${performer.username}`);
    expect(event.getFirstPropertyValue("location") ?? "").toBe(line);
    expect(event.getFirstPropertyValue("description") ?? "").toBe(foreignParagraphs(stored(text)));
    expect(event.getFirstProperty("attendee")).toBeNull();
  }
});

test("a name or a description that is an address is none in a feed or a calendar", async () => {
  await plant("Free tokens https://evil.example www.evil.example @all");
  for (const path of [
    `/feed/stage/${stage.id}.xml`,
    `/feed/performer/${performer.id}.xml`,
    `/calendar/stage/${stage.id}.ics`,
    `/calendar/set/${coming.id}.ics`,
  ]) {
    const text = (await (await request(path)).text()).replaceAll("\r\n ", "");
    expect(text, path).toContain("Free tokens https:");
    expect(text, path).not.toMatch(/https:\/\/evil|www\.evil|evil\.example|@all/);
  }
});

test.each(texts)("an embed frame escapes %j", async (text) => {
  await plant(text);
  const page = encodeURIComponent(`http://localhost:8787/room/${stage.id}`);
  const view = await (await request(`/oembed?url=${page}`)).json<{ title: string; html: string }>();
  const line = cleanLine(stored(text));
  expect(view.title).toBe(line);
  const { iframe, ...others } = new XMLParser({ ignoreAttributes: false, trimValues: false }).parse(
    view.html,
  );
  expect(others).toEqual({});
  expect(Object.keys(iframe)).toEqual(["@_src", "@_width", "@_height", "@_title", "@_allow", "@_style"]);
  expect(iframe["@_title"]).toBe(`${line} on Cue`);
});
