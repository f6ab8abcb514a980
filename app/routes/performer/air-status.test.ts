import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import { AirStatus } from "./air-status.tsx";
import Unheard from "./unheard.tsx";

const textOf = (element: React.ReactElement) => renderToStaticMarkup(element).replace(/<[^>]*>/g, "");

test("nobody is called off air before the server has answered what their encoder does", () => {
  const about = { onAir: [], standby: null, encoder: undefined };
  const served = (isAsked: boolean) => textOf(createElement(AirStatus, { ...about, isAsked }));
  expect(served(true)).toBe("Checking your encoder");
  expect(served(false)).toBe("Off air");
});

test("the line in the browser waits for the answer too", () => {
  const said = (encoder: EncoderView | undefined, isAsked = true) =>
    textOf(createElement(Unheard, { standby: null, encoder, isAsked }));
  expect(said(undefined)).toBe("Checking your encoder");
  expect(said(undefined, false)).toBe("Off air");
  expect(said({ encoder: false } as EncoderView)).toBe("Off air");
});
