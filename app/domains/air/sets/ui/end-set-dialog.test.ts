import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import EndSetDialog from "./end-set-dialog.tsx";

// The server renders no dialog.
vi.mock("#app/ui/dialog.tsx", () => ({ ConfirmDialog: ({ children }: { children: ReactNode }) => children }));

test("a set that is past its end leaves no time free", () => {
  const said = (isPastEnd: boolean) => {
    const set = { name: "Night swim", stage: "Pier", isPerformer: true, isPastEnd };
    const dialog = createElement(EndSetDialog, { ...set, onEnd: async () => {}, onClose: () => {} });
    return renderToStaticMarkup(dialog).replace(/<[^>]*>/g, "");
  };
  expect(said(false)).toContain(
    "“Night swim” leaves Pier now, and the rest of its time becomes free. It cannot be started again.",
  );
  expect(said(true)).toContain("“Night swim” leaves Pier now. It cannot be started again.");
});
