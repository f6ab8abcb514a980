import { describe, expect, test } from "vitest";
import { hostileHosts, hostileTexts, ownOrigin } from "#tests/helpers/hostile-addresses.ts";
import { readPublicHost, readPublicUrl } from "./public-host.ts";

const ownHost = new URL(ownOrigin).host;

describe("a server's host is read", () => {
  test.each([
    ["mastodon.social", "mastodon.social"],
    [" Mastodon.Social ", "mastodon.social"],
    ["@me@mastodon.social", "mastodon.social"],
    ["me.too_1@mastodon.social", "mastodon.social"],
    ["https://mastodon.social", "mastodon.social"],
    ["HTTPS://mastodon.social/@me?x=1#y", "mastodon.social"],
    ["a.b-c.example.co.uk", "a.b-c.example.co.uk"],
    ["tröt.example.com", "xn--trt-tna.example.com"],
    ["@me@例え.テスト", "xn--r8jz45g.xn--zckzah"],
    ["mastodon。social", "mastodon.social"],
    ["notcue.music", "notcue.music"],
    ["cue.music.example.com", "cue.music.example.com"],
    ["internal.example.com", "internal.example.com"],
    ["0x7f.example.com", "0x7f.example.com"],
  ])("from %s", (text, host) => expect(readPublicHost(text, ownHost)).toBe(host));

  test("not from one that is local, numeric, our own or malformed", () => {
    const texts = [...hostileHosts, ...hostileTexts];
    expect(texts.length).toBeGreaterThan(200);
    const accepted = [...texts, ...hostileHosts.flatMap((host) => [`https://${host}`, `@me@${host}`])];
    expect(accepted.filter((text) => readPublicHost(text, ownHost) !== null)).toEqual([]);
    expect(readPublicHost("a.localhost", "localhost:8787")).toBeNull();
    expect(readPublicHost(`${"a".repeat(63)}.`.repeat(6), ownHost)).toBeNull();
  });
});

describe("an https address is read", () => {
  test.each([
    ["https://hooks.example.com/", "https://hooks.example.com/"],
    [" https://hooks.example.com/a/b?c=d&e#f ", "https://hooks.example.com/a/b?c=d&e"],
    ["HTTPS://Hooks.Example.com:443", "https://hooks.example.com/"],
    ["https://hooks.example.com?to=https://127.0.0.1/", "https://hooks.example.com/?to=https://127.0.0.1/"],
    ["https://hooks.example.com/a@b:80/%2e%2e/x", "https://hooks.example.com/x"],
    ["https://tröt.example.com/ü", "https://xn--trt-tna.example.com/%C3%BC"],
  ])("from %s", (text, href) => expect(readPublicUrl(text, ownOrigin)?.href).toBe(href));

  test("not from one that is local, numeric, our own, malformed, too long or of another scheme", () => {
    const texts = [
      ...hostileTexts,
      ...hostileHosts.flatMap((host) => [`https://${host}/`, `https://${host}:443`]),
    ];
    expect(texts.filter((text) => readPublicUrl(text, ownOrigin) !== null)).toEqual([]);
    expect(readPublicUrl(`https://hooks.example.com/${"a".repeat(2_000)}`, ownOrigin)).toBeNull();
  });
});
