import { expect, test } from "vitest";
import { toastShownForMs } from "./toast.tsx";

test("a toast disappears after 7 s", () => expect(toastShownForMs).toBe(7_000));
