import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { WaitingSockets } from "./waiting-sockets.ts";

function open(waiting: WaitingSockets, address: string | undefined): Socket & { destroyed: boolean } {
  const socket = new EventEmitter() as unknown as Socket & { destroyed: boolean };
  socket.destroyed = false;
  socket.destroy = () => {
    socket.destroyed = true;
    waiting.remove(socket, address);
    return socket;
  };
  waiting.add(socket, address);
  return socket;
}

const destroyed = (sockets: { destroyed: boolean }[]) => sockets.filter((socket) => socket.destroyed).length;

test("too many sockets of one address close its oldest, and no others", () => {
  const waiting = new WaitingSockets();
  const other = open(waiting, "honest");
  const flood = Array.from({ length: 300 }, () => open(waiting, "flood"));
  expect(destroyed(flood)).toBe(44);
  expect(flood.slice(0, 44).every((socket) => socket.destroyed)).toBe(true);
  expect(other.destroyed).toBe(false);
});

test("too many sockets overall close the oldest ones, but never a source", () => {
  const waiting = new WaitingSockets();
  const source = open(waiting, "performer");
  waiting.remove(source, "performer");
  const flood = Array.from({ length: 3_000 }, (_, index) =>
    open(waiting, index % 2 ? undefined : `10.0.${index}`),
  );
  expect(destroyed(flood)).toBe(3_000 - 1_024);
  expect(source.destroyed).toBe(false);
  const newcomer = open(waiting, "honest");
  expect(newcomer.destroyed).toBe(false);
});
