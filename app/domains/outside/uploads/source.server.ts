/** The content of a set's upload: read piece by piece, never held as a whole. */
import type { AppContext } from "#app/context.ts";
import { openMp3 } from "#app/domains/air/replays/file.server.ts";
import { type FileLayout, layOut, type Piece, piecesOf } from "#app/domains/air/replays/file-layout.ts";
import type { ReplayRow } from "#app/domains/air/replays/queries/replays.ts";
import type { TapeIndex } from "#app/domains/air/replays/tape-index.ts";
import { findSet } from "#app/domains/air/sets/queries/sets.ts";
import { foreignParagraphs, plainText } from "#app/domains/base/text/foreign-text.ts";
import { randomText } from "#app/domains/people/accounts/token.ts";
import type { MixcloudForm } from "#app/domains/people/integrations/mixcloud/port.ts";
import type { LinkedAccount } from "#app/domains/people/integrations/queries/linked-accounts.ts";
import { playedSetPath } from "#app/paths.ts";
import { concat } from "#packages/audio-formats/bytes.ts";
import { encodeForm, toFields } from "./form.ts";
import { noteUploadProgress, type UploadRow } from "./queries/uploads.ts";
import { uploadLimits } from "./rules.ts";

/** Nobody wants this upload any more: its account was unlinked or deleted while it was sent. */
export class Withdrawn extends Error {}

/** Interval at which a performer sees the progress. */
const progressMs = 3_000;

interface Sent {
  upload: UploadRow;
  row: ReplayRow;
  account: LinkedAccount;
}

/** Throws `not-found` where there is no MP3 of it. */
export async function openSource(
  ctx: AppContext,
  sent: Sent,
): Promise<{ form: MixcloudForm; mp3Bytes: number }> {
  const { upload, row, account } = sent;
  const [{ index, head: tag, tracks }, set, picture] = await Promise.all([
    openMp3(ctx, row),
    findSet(ctx.db, upload.setId),
    readPicture(ctx, sent),
  ]);
  const fields = toFields({
    name: upload.name,
    description: foreignParagraphs(set?.description ?? ""),
    origin: `Played on ${plainText(row.stageName ?? "Cue")}: ${ctx.config.origin}${playedSetPath(upload.setId)}`,
    tags: account.uploadTags,
    tracks: tracks.map(({ start, track: { artist, title } }) => ({ start, artist, title })),
  });
  const boundary = `cue-${randomText(18)}`;
  const { head, tail } = encodeForm(boundary, fields, picture);
  const layout = layOut(index, "mp3", { head: concat([head, tag]), tail });
  return {
    form: { boundary, size: layout.size, bytes: readBytes(ctx, upload, index, layout) },
    mp3Bytes: layout.size - head.byteLength - tail.byteLength,
  };
}

/** Their own picture for uploads, otherwise that of the stage, otherwise theirs. An upload does not fail for one. */
async function readPicture(
  ctx: Pick<AppContext, "log" | "pictures">,
  { upload, row, account }: Sent,
): Promise<Uint8Array | null> {
  const path = account.uploadPhoto ?? row.stageThumbnail ?? row.performerPhoto;
  if (path === null) return null;
  try {
    const jpeg = await ctx.pictures.readAsJpeg(path);
    return jpeg === null || jpeg.byteLength > uploadLimits.pictureBytes ? null : jpeg;
  } catch (error) {
    ctx.log.warn("upload-without-picture", { replay: upload.replayId, reason: String(error) });
    return null;
  }
}

/** All bytes of the form. Throws `Withdrawn`, and where a piece of the recording is not there any more. */
async function* readBytes(
  ctx: AppContext,
  upload: UploadRow,
  index: TapeIndex,
  layout: FileLayout,
): AsyncGenerator<Uint8Array> {
  let bytesSent = 0;
  let notedAt = ctx.clock.now();
  for (const piece of piecesOf(layout, { from: 0, to: layout.size })) {
    const bytes = await readPiece(ctx, index, piece);
    yield bytes;
    // It was taken.
    bytesSent += bytes.byteLength;
    const changedAt = ctx.clock.now();
    if (changedAt - notedAt < progressMs && bytesSent < layout.size) continue;
    notedAt = changedAt;
    if (!(await noteUploadProgress(ctx.db, upload, { bytesSent, changedAt }))) throw new Withdrawn();
  }
}

async function readPiece(
  ctx: Pick<AppContext, "tapes">,
  index: TapeIndex,
  piece: Piece,
): Promise<Uint8Array> {
  if (piece.kind === "bytes") return piece.bytes;
  const { chunk, offset, length } = piece;
  const bytes = await ctx.tapes.readChunk(index, chunk, { file: "mp3", offset, length });
  if (bytes === null) throw new Error(`chunk ${chunk.n} was deleted`);
  // At most 20 s of sound.
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(await new Response(bytes).arrayBuffer());
}
