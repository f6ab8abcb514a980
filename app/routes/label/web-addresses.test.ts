import { expect, test } from "vitest";
import { webAddresses } from "./web-addresses.ts";

test("only unique web addresses become links, labelled without their common part", () => {
  expect(
    webAddresses([
      "https://www.nightbus.example/",
      "https://nightbus.example/dubs?x=1",
      "https://www.nightbus.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "nightbus",
      "",
    ]),
  ).toEqual([
    { href: "https://www.nightbus.example/", text: "nightbus.example" },
    { href: "https://nightbus.example/dubs?x=1", text: "nightbus.example/dubs" },
  ]);
});
