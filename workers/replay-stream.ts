import type { Context } from "hono";
import type { AppContext } from "#app/context.ts";
import type { ByteRange } from "#app/domains/air/replays/byte-range.ts";
import { countedFromMs, countReplayListen } from "#app/domains/air/replays/count.server.ts";
import type { ReplayFile } from "#app/domains/air/replays/file.server.ts";
import { type Piece, piecesOf } from "#app/domains/air/replays/file-layout.ts";
import { offsetOf } from "#app/domains/air/replays/tape-index.ts";
import type { HonoEnv } from "./hono.ts";

/**
 * The bytes of a range of a replay, one piece after the other: no more than one chunk is in memory. Whoever takes sound
 * from beyond the first seconds is counted.
 */
export function streamPieces(
  c: Context<HonoEnv>,
  app: AppContext,
  file: ReplayFile,
  range: ByteRange,
): ReadableStream<Uint8Array> {
  // The response has a length only with a stream of a known one.
  const { readable, writable } = new FixedLengthStream(range.to - range.from);
  const pumping = pump(app, file, piecesOf(file.layout, range), writable).catch(async (error: unknown) => {
    // Usually the listener has left.
    app.log.info("replay-not-finished", { replay: file.index.id, reason: String(error) });
    // An error rather than a short file; it may have been aborted already.
    await writable.abort(error).catch(() => undefined);
  });
  c.executionCtx.waitUntil(pumping);
  return readable;
}

async function pump(
  app: AppContext,
  file: ReplayFile,
  pieces: readonly Piece[],
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  let isCounted = !file.isCounted;
  for (let next = 0; next < pieces.length; ) {
    const piece = pieces[next] as Piece;
    const joined = isCounted ? joinedFrom(file, pieces, next) : 1;
    await send(
      await (joined > 1 ? readTogether(app, file, pieces, next, joined) : read(app, file, piece)),
      writable,
    );
    next += joined;
    if (isCounted || piece.endsMs <= countedFromMs) continue;
    isCounted = true;
    // The sound does not wait for it.
    app.afterAnswer("replay-listen", () => countReplayListen(app, file.index.id));
  }
  await writable.close();
}

/** Returns how many pieces from this one on are in one object, so that one read returns them. */
function joinedFrom({ index: { joined = 0 } }: ReplayFile, pieces: readonly Piece[], from: number): number {
  const rest = pieces.slice(from);
  const end = rest.findIndex((piece) => piece.kind === "bytes" || piece.chunk.n >= joined);
  return Math.max(1, end === -1 ? rest.length : end);
}

async function readTogether(
  app: AppContext,
  { index, file }: ReplayFile,
  pieces: readonly Piece[],
  from: number,
  count: number,
) {
  const chunks = pieces.slice(from, from + count).flatMap((piece) => (piece.kind === "chunk" ? [piece] : []));
  const [first] = chunks;
  if (first === undefined) throw new Error("there is no chunk to read");
  const offset = offsetOf(index, first.chunk.n, file) + first.offset;
  const length = chunks.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = await app.tapes.readJoined(index, { file, offset, length });
  if (bytes === null) throw new Error("the recording was deleted");
  return bytes;
}

async function read(app: AppContext, { index, file }: ReplayFile, piece: Piece) {
  if (piece.kind === "bytes") return piece.bytes;
  const { chunk, offset, length } = piece;
  const bytes = await app.tapes.readChunk(index, chunk, { file, offset, length });
  if (bytes === null) throw new Error(`chunk ${chunk.n} was deleted`);
  return bytes;
}

async function send(
  bytes: Uint8Array | ReadableStream<Uint8Array>,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  if (bytes instanceof ReadableStream) return bytes.pipeTo(writable, { preventClose: true });
  const writer = writable.getWriter();
  await writer.write(bytes).finally(() => writer.releaseLock());
}
