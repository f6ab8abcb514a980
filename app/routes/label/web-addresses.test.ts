import { expect, test } from "vitest";
import { webAddresses } from "./web-addresses.ts";

test("only addresses of the web are links, each once, told without what is the same in all", () => {
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
