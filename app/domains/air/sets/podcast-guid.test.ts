import { expect, test } from "vitest";
import { podcastGuid } from "./podcast-guid.server.ts";

test("a podcast's id is the one that its index computes from the address of the feed", async () => {
  expect(await podcastGuid("https://mp3s.nashownotes.com/pc20rss.xml")).toBe(
    "917393e3-1b1e-5cef-ace4-edaa54e1f810",
  );
  expect(await podcastGuid("http://podnews.net/rss/")).toBe("9b024349-ccf0-5f69-a609-6b82873eab3c");
});
