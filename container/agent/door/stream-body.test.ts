import { expect, test } from "vitest";
import { StreamBody } from "./stream-body.ts";

test("a chunked body is decoded for any chunking", () => {
  const wire = Buffer.from("5\r\nhello\r\n1;x=y\r\n \r\n6\r\nworld!\r\n");
  for (let size = 1; size <= wire.length; size++) {
    const body = new StreamBody();
    let text = "";
    for (let at = 0; at < wire.length; at += size)
      text += body.push(wire.subarray(at, at + size))?.toString();
    expect(text).toBe("hello world!");
  }
});

test("the last chunk and invalid chunks end it", () => {
  expect(new StreamBody().push(Buffer.from("0\r\n\r\n"))).toBeUndefined();
  expect(new StreamBody().push(Buffer.from("no size\r\n"))).toBeUndefined();
  expect(new StreamBody().push(Buffer.from("1\r\nab\r\n"))).toBeUndefined();
});
