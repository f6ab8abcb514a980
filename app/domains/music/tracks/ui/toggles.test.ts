import { describe, expect, test } from "vitest";
import type { FavoriteView } from "../contract/tracks.ts";
import { type FavoriteList, markOf, Toggles } from "./toggles.ts";

const favoriteOf = (id: string, timestamp: number, favorited = true): FavoriteView => ({
  track: { id, _id: id, title: id, artist: "Ana", spotify: null },
  trackHistory: null,
  set: null,
  dj: null,
  room: null,
  timestamp,
  favorited,
  fresh: favorited,
});

/** A server whose responses wait for `answer()`, and a page's list: undefined until it has loaded. */
function makePage(isRead: boolean) {
  const stored = new Map([["kept", favoriteOf("kept", 1)]]);
  const newestFirst = () => [...stored.values()].toReversed();
  let shown: FavoriteView[] | undefined = isRead ? newestFirst() : undefined;
  const list: FavoriteList = {
    change: async (by) => {
      shown = by(shown);
      return shown;
    },
    read: async () => {
      shown = newestFirst();
    },
  };
  const toggles = new Toggles();
  const sent: string[] = [];
  const gates: (() => void)[] = [];
  const press = (track: string, isFavorite: boolean, refused = false) => {
    const send = async () => {
      sent.push(`${isFavorite ? "+" : "-"}${track}`);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (refused) throw new Error("refused");
      const before = stored.get(track);
      if (isFavorite) stored.set(track, before ?? favoriteOf(track, sent.length + 1));
      else stored.delete(track);
      return stored.get(track) ?? favoriteOf(track, before?.timestamp ?? 0, false);
    };
    return toggles.press(track, isFavorite, send, list);
  };
  const answer = async () => {
    for (let tries = 0; gates.length === 0 && tries < 20; tries++) await Promise.resolve();
    gates.shift()?.();
  };
  const has = (track: string) =>
    toggles.read().waiting.findLast((toggle) => toggle.track === track)?.isFavorite ??
    shown?.some((favorite) => favorite.track.id === track) ??
    false;
  return { toggles, sent, press, answer, has, shown: () => shown?.map(({ track }) => track.id) };
}

describe("favorites that are toggled while requests are pending", () => {
  test("show immediately, are sent one after another and are all kept", async () => {
    const page = makePage(true);
    const presses = [page.press("a", true), page.press("b", true)];
    expect(["kept", "a", "b"].map(page.has)).toEqual([true, true, true]);
    await page.answer();
    await presses[0];
    expect(["kept", "a", "b"].map(page.has)).toEqual([true, true, true]);
    await page.answer();
    await presses[1];
    expect(page.sent).toEqual(["+a", "+b"]);
    expect(page.shown()).toEqual(["b", "a", "kept"]);
  });

  test("of one track end in the state of the last toggle", async () => {
    const page = makePage(true);
    const presses = [page.press("a", true), page.press("a", false)];
    expect(page.has("a")).toBe(false);
    await page.answer();
    await page.answer();
    await Promise.all(presses);
    expect(page.sent).toEqual(["+a", "-a"]);
    expect(page.has("a")).toBe(false);
    expect(page.shown()).toEqual(["kept"]);
  });

  test("are reverted individually when refused", async () => {
    const page = makePage(true);
    const refused = expect(page.press("a", true, true)).rejects.toThrow("refused");
    const other = page.press("b", true);
    await page.answer();
    await refused;
    expect(["kept", "a", "b"].map(page.has)).toEqual([true, false, true]);
    await page.answer();
    await other;
    expect(page.shown()).toEqual(["b", "kept"]);
  });

  test("before the list has loaded hide none of its entries", async () => {
    const page = makePage(false);
    const press = page.press("a", true);
    expect(page.has("a")).toBe(true);
    await page.answer();
    await press;
    expect(page.shown()).toEqual(["a", "kept"]);
    expect(page.toggles.read().waiting).toEqual([]);
  });
});

test("a removed favorite is identified by its creation, so that its track can be favorited again", async () => {
  const page = makePage(true);
  for (const isFavorite of [false, true]) {
    const press = page.press("kept", isFavorite);
    await page.answer();
    await press;
  }
  const { dropped } = page.toggles.read();
  expect(dropped.has(markOf(favoriteOf("kept", 1)))).toBe(true);
  expect(dropped.has(markOf(favoriteOf("kept", 3)))).toBe(false);
  expect(page.shown()).toEqual(["kept"]);
});
