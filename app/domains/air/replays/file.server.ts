/** The files of a replay, which are never stored as a whole. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { concat } from "#packages/audio-formats/bytes.ts";
import { writeId3 } from "#packages/audio-formats/id3-writer.ts";
import { type FoundReplay, findHearable } from "./access.server.ts";
import { chaptersOf, toJsonChapters } from "./chapters.ts";
import type { ReplayTrackView } from "./contract.ts";
import { type FileLayout, layOut } from "./file-layout.ts";
import { soundFileName } from "./file-name.ts";
import { mp3InfoOf } from "./mp3-info.ts";
import { hasMp3 } from "./open.server.ts";
import { opusEnds } from "./opus-pages.ts";
import { listTracks } from "./performed.server.ts";
import type { ReplayRow } from "./queries/replays.ts";
import { readRecording } from "./recording.server.ts";
import { peaksOf, type TapeFile, type TapeIndex } from "./tape-index.ts";
import { gapsIn, lostIn } from "./timeline.ts";
import { genreOf, nameOf, toPerformer, toRoom } from "./views.ts";

export interface ReplayFile {
  file: TapeFile;
  index: TapeIndex;
  layout: FileLayout;
  /** Equal for equal bytes. */
  etag: string;
  /** The name for people who keep it, with its extension. */
  fileName: string;
  /** It is over, and the viewer is not the one who played it. */
  isCounted: boolean;
}

/** Throws `not-found` for whoever may not hear it, and with `isDownload` for whoever may not download it. */
export async function openReplayFile(
  ctx: AppContext,
  { id, file, isDownload }: { id: string; file: TapeFile; isDownload: boolean },
): Promise<ReplayFile> {
  const found = await findHearable(ctx, id);
  if (isDownload && !found.access.mayDownload) throw new AppError("not-found");
  const index = await readRecording(ctx, found.row);
  if (file === "mp3" && !hasMp3(index)) throw new AppError("not-found");
  const ends = file === "opus" ? opusEnds(index) : { head: await readMp3Head(ctx, found, index) };
  const layout = layOut(index, file, ends);
  const etag = `"${index.version}-${layout.size}-${await digestOf(ends.head)}"`;
  const { row, isOwner } = found;
  const fileName = soundFileName({ performer: row.performerName, name: nameOf(row) }, file);
  return { file, index, layout, etag, fileName, isCounted: !isOwner && index.endedAt !== null };
}

/**
 * A complete recording as MP3, for the job that sends it elsewhere: whoever calls this has decided that it may leave.
 * `head` is before its chunks. Throws `not-found` where there is no MP3 of it.
 */
export async function openMp3(
  ctx: AppContext,
  row: ReplayRow,
): Promise<{ index: TapeIndex; head: Uint8Array; tracks: ReplayTrackView[] }> {
  const index = await readRecording(ctx, row);
  if (!hasMp3(index)) throw new AppError("not-found");
  const tracks = await readTracks(ctx, { row }, index);
  return { index, head: await mp3Head(ctx, { row }, index, tracks), tracks };
}

/** The description for other software. Throws `not-found` for whoever may not hear it. */
export async function describeReplay(ctx: AppContext, id: string) {
  const found = await findHearable(ctx, id);
  const { row } = found;
  const index = await readRecording(ctx, row);
  const tracks = await readTracks(ctx, found, index);
  const room = toRoom(row);
  return {
    id: row.id,
    set: row.setId,
    performer: toPerformer(row),
    room: room && { id: room.id, name: room.name },
    startTime: index.startedAt,
    duration: index.durationMs,
    gaps: lostIn(gapsIn(index.anchors)),
    peaks: peaksOf(index),
    tracks: tracks.map(({ id: play, start, end, track: { title, artist } }) => ({
      id: play,
      title,
      artist,
      start,
      ...(end !== null && { end }),
    })),
    chapters: toChapters(found, tracks),
  };
}

/** JSON chapters. Throws `not-found` for whoever may not hear it. */
export async function describeChapters(ctx: AppContext, id: string) {
  const found = await findHearable(ctx, id);
  const index = await readRecording(ctx, found.row);
  return toJsonChapters(toChapters(found, await readTracks(ctx, found, index)), index.durationMs);
}

/**
 * The size of the MP3 file as everyone gets it, and the tracks that its chapters are made of; null where there is none.
 */
export async function measureMp3(
  ctx: AppContext,
  found: FoundReplay,
): Promise<{ bytes: number; tracks: ReplayTrackView[] } | null> {
  const index = await readRecording(ctx, found.row);
  if (!hasMp3(index)) return null;
  const tracks = await readTracks(ctx, found, index);
  return { bytes: layOut(index, "mp3", { head: await mp3Head(ctx, found, index, tracks) }).size, tracks };
}

/** While it is on air there are no chapters in it: each would move all bytes after it. */
async function readMp3Head(
  ctx: AppContext,
  found: Pick<FoundReplay, "row">,
  index: TapeIndex,
): Promise<Uint8Array> {
  return mp3Head(ctx, found, index, index.endedAt === null ? [] : await readTracks(ctx, found, index));
}

/** The tag and, once it is over, what tells players its length. */
async function mp3Head(
  ctx: AppContext,
  found: Pick<FoundReplay, "row">,
  index: TapeIndex,
  tracks: readonly ReplayTrackView[],
): Promise<Uint8Array> {
  const { row } = found;
  const isComplete = index.endedAt !== null;
  const chapters = isComplete ? toChapters(found, tracks) : [];
  const tag = writeId3({
    title: nameOf(row),
    artist: row.performerName ?? row.stageName ?? "",
    album: row.stageName ?? "",
    year: new Date(index.startedAt).toISOString().slice(0, 4),
    genre: genreOf(row),
    cover: isComplete ? await readCover(ctx, row) : null,
    chapters,
    durationMs: isComplete ? index.durationMs : null,
  });
  return concat([tag, mp3InfoOf(index)]);
}

/** The performer's picture, otherwise the stage's; null where there is none, or it cannot be read now. */
async function readCover(
  { pictures, log }: Pick<AppContext, "log" | "pictures">,
  { performerPhoto, stageThumbnail }: ReplayRow,
): Promise<Uint8Array | null> {
  const path = performerPhoto ?? stageThumbnail;
  if (path === null) return null;
  return pictures.readAsJpeg(path).catch((error: unknown) => {
    log.warn("cover-not-read", { reason: String(error) });
    return null;
  });
}

/** Files show no numbers and, because they are passed on, what everyone may see: also to the performer. */
const readTracks = (ctx: AppContext, { row }: Pick<FoundReplay, "row">, index: TapeIndex) =>
  listTracks(ctx, { row, isOwner: false, isHidden: true }, index);

const toChapters = ({ row }: Pick<FoundReplay, "row">, tracks: readonly ReplayTrackView[]) =>
  chaptersOf(
    nameOf(row),
    tracks.map(({ start, end, track: { artist, title } }) => ({ start, end, artist, title })),
  );

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Buffer.from(digest).toString("base64url").slice(0, 16);
}
