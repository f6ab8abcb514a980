/**
 * Broadcasts everything that is crafted, one after the other, on one mount: `node attacker.ts port mount password ms`.
 * A process of its own, so that the test's clock is not late because of it. Prints a line of JSON for each: how much
 * was sent, and how often it was disconnected.
 */
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { crafted } from "./crafted.ts";
import { openSource } from "./encoder.ts";

const [port = "", mount = "", password = "", eachMs = ""] = process.argv.slice(2);
/** Rate that a good line carries. */
const bytesPerSecond = 6_000_000;
const pieceMs = 20;
/** Size of the bytes that are sent over and over. */
const keptBytes = 5_000_000;
const keptPieces = 5_000;
/** Maximum time to send so much: on a busy machine it takes longer. */
const longestMs = 6_000;

function keep(pieces: Iterable<Buffer>): Buffer {
  const kept: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    kept.push(piece);
    bytes += piece.length;
    if (bytes > keptBytes || kept.length > keptPieces) break;
  }
  return Buffer.concat(kept);
}

/** Sends until the connection ends, or `onSent` says that it is enough. */
async function send(socket: Socket, bytes: Buffer, onSent: (count: number) => boolean): Promise<void> {
  const pieceBytes = (bytesPerSecond * pieceMs) / 1_000;
  for (let at = 0; !socket.destroyed && socket.writable; at = (at + pieceBytes) % bytes.length) {
    const piece = bytes.subarray(at, at + pieceBytes);
    const isTaken = socket.write(piece);
    if (onSent(piece.length)) return;
    if (!isTaken) await Promise.race([once(socket, "drain").catch(() => {}), sleep(1_000)]);
    await sleep(pieceMs);
  }
}

const prepared = Object.entries(crafted).map(([name, make]) => ({ name, bytes: keep(make()) }));
console.info(JSON.stringify({ ready: true }));
await once(process.stdin, "data");
for (const { name, bytes } of prepared) {
  const began = performance.now();
  let [sent, ends, refusals] = [0, 0, 0];
  const isOver = () => {
    const ms = performance.now() - began;
    return ms > longestMs || (ms > Number(eachMs) && (ends > 0 || sent > keptBytes));
  };
  while (!isOver()) {
    const socket = await openSource(Number(port), mount, password).catch(() => undefined);
    if (socket === undefined) {
      refusals++;
      await sleep(50);
      continue;
    }
    await send(socket, bytes, (count) => {
      sent += count;
      return isOver();
    });
    if (socket.destroyed || !socket.writable) ends++;
    socket.destroy();
  }
  console.info(JSON.stringify({ name, sent, ends, refusals }));
}
process.exit(0);
