import { expect, test } from "vitest";
import { toastShownForMs } from "./toast.tsx";

test("toastShownForMs: a toast clears itself after 7 s", () => expect(toastShownForMs).toBe(7_000));
