import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AudioTest } from "./audio-test.tsx";

test("a test before the set is not offered once the set has started", () => {
  const shown = (isOffered: boolean) =>
    renderToStaticMarkup(createElement(AudioTest, { setId: "s1", isOffered }));
  expect(shown(true)).toContain("BEGIN STREAM TEST");
  expect(shown(false)).toBe("");
});
