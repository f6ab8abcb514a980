import { expect, test } from "vitest";
import { statusOf } from "./source-relay.ts";

test("the status is that of the first complete response that is not 100 Continue", () => {
  expect(statusOf("HTTP/1.0 200 OK\r\n\r\n")).toBe(200);
  expect(statusOf("HTTP/1.0 200 OK\r\n")).toBeUndefined();
  const proceed = "HTTP/1.1 100 Continue\r\nServer: x\r\n\r\n";
  expect(statusOf(proceed)).toBeUndefined();
  expect(statusOf(`${proceed}${proceed}HTTP/1.0 403 Forbidden\r\nA: b\r\n\r\nMountpoint in use`)).toBe(403);
});
