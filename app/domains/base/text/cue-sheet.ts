/** A CUE sheet numbers tracks with two digits. */
const maxTracks = 99;
/** Number of frames in a second of its times. */
const framesPerSecond = 75;

/** The remarks that have a title and a performer with double quotes, as they are. */
export const fullTitleRemark = "FULL_TITLE";
export const fullPerformerRemark = "FULL_PERFORMER";

/**
 * A CUE sheet beside a sound file. The format knows no escapes: double quotes become single ones, and a remark that
 * other programs leave alone has them. Tracks beyond the 99th do not fit; a remark says how many. `start`: ms from the
 * beginning of the file.
 */
export function writeCueSheet(sheet: {
  performer: string;
  title: string;
  file: string;
  tracks: readonly { title: string; performer: string; isrc?: string | null; start: number }[];
}): string {
  const tracks = sheet.tracks
    .slice(0, maxTracks)
    .flatMap(({ title, performer, isrc, start }, index) => [
      `  TRACK ${String(index + 1).padStart(2, "0")} AUDIO`,
      `    TITLE ${quoted(title)}`,
      `    PERFORMER ${quoted(performer)}`,
      ...inFull(fullTitleRemark, title),
      ...inFull(fullPerformerRemark, performer),
      ...(isrc ? [`    ISRC ${oneLine(isrc)}`] : []),
      `    INDEX 01 ${cueTime(start)}`,
    ]);
  const head = [
    `PERFORMER ${quoted(sheet.performer)}`,
    `TITLE ${quoted(sheet.title)}`,
    // All formats that we have are of this kind to the programs that read CUE sheets.
    `FILE ${quoted(sheet.file)} MP3`,
  ];
  const left = sheet.tracks.length - maxTracks;
  const remark = left > 0 ? [`REM Tracks left out: ${left} (a CUE sheet has at most ${maxTracks})`] : [];
  return [...head, ...remark, ...tracks, ""].join("\r\n");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a title may contain them, a line of a file must not
export const oneLine = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ").trim();

const inFull = (remark: string, text: string): string[] =>
  text.includes('"') ? [`    REM ${remark} ${oneLine(text)}`] : [];

const quoted = (text: string): string => `"${oneLine(text).replaceAll('"', "'")}"`;

/** Minutes, seconds and frames. */
function cueTime(ms: number): string {
  const frames = Math.floor((ms / 1_000) * framesPerSecond);
  const seconds = Math.floor(frames / framesPerSecond);
  return [Math.floor(seconds / 60), seconds % 60, frames % framesPerSecond]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
