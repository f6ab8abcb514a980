import { expect, test } from "vitest";
import { partyOf } from "./address.ts";
import { parseProxies, readProxyLine } from "./proxy-line.ts";

const read = (text: string) => readProxyLine(Buffer.from(text, "latin1"));

test("the line of a proxy contains the client's address", () => {
  const line = "PROXY TCP4 203.0.113.7 10.0.0.1 52000 1337\r\n";
  expect(read(`${line}PUT /a HTTP/1.1\r\n`)).toEqual({ address: "203.0.113.7", length: line.length });
  expect(read("PROXY TCP6 2001:db8::7 2001:db8::1 52000 1337\r\n")?.address).toBe("2001:db8::7");
  expect(read("PROXY UNKNOWN\r\n")?.address).toBeNull();
});

test("other input is not a proxy line", () => {
  for (const text of [
    "PUT /a HTTP/1.1\r\n",
    "PROXY TCP4 2001:db8::7 10.0.0.1 1 2\r\n",
    "PROXY TCP4 not-an-address 10.0.0.1 1 2\r\n",
    "PROXY TCP4 203.0.113.7",
    `PROXY UNKNOWN ${"x".repeat(200)}\r\n`,
  ])
    expect(read(text)).toBeUndefined();
});

test("only the listed addresses and networks are trusted", () => {
  const isTrusted = parseProxies("10.0.0.5, 192.168.0.0/16, fd00::/8");
  for (const address of ["10.0.0.5", "::ffff:10.0.0.5", "192.168.7.7", "fd00::1"])
    expect(isTrusted(address)).toBe(true);
  for (const address of ["10.0.0.6", "127.0.0.1", "2001:db8::1", ""]) expect(isTrusted(address)).toBe(false);
  expect(parseProxies("")("127.0.0.1")).toBe(false);
  expect(() => parseProxies("10.0.0.0/8, everybody")).toThrow("everybody");
  expect(() => parseProxies("10.0.0.0/99")).toThrow();
});

test("an IPv4 address counts as one client, and so does an IPv6 /64", () => {
  expect(partyOf("::ffff:10.0.0.5")).toBe("10.0.0.5");
  expect(partyOf("2001:db8::7")).toBe(partyOf("2001:db8:0:0:ffff::1"));
  expect(partyOf("2001:db8::7")).not.toBe(partyOf("2001:db8:0:1::7"));
});
