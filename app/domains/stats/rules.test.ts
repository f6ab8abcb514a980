import { expect, test } from "vitest";
import { decideSystemStatus, toHours } from "./rules.ts";

test("time on air counts in half hours", () => {
  expect([0, 899_999, 900_000, 5_400_000].map(toHours)).toEqual([0, 0, 0.5, 1.5]);
});

test("the system is down without server or transcoder, and degraded without another service", () => {
  const transcoder = (status: "online" | "offline") => ({ name: "Transcoder Service", status }) as const;
  const push = (status: "online" | "offline") => ({ name: "Notifications Service", status }) as const;
  expect(decideSystemStatus([transcoder("online"), push("online")])).toBe("online");
  expect(decideSystemStatus([transcoder("online"), push("offline")])).toBe("degraded");
  expect(decideSystemStatus([transcoder("offline"), push("online")])).toBe("down");
});
