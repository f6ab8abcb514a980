/** Tracklists of replays for other software: `/replay/{id}.cue`, `.csv`, `.txt`. */
import { Hono } from "hono";
import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { soundFileName } from "#app/domains/air/replays/file-name.ts";
import { openReplay } from "#app/domains/air/replays/open.server.ts";
import { toCsv, toCueSheet, toPlainText } from "#app/domains/air/replays/tracklist-files.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "./hono.ts";
import { limitCallers } from "./middleware/rates.ts";

const exportsOf = {
  cue: {
    type: "application/x-cue; charset=utf-8",
    write: (replay: ReplayDetailsView) => toCueSheet(replay, soundFileOf(replay)),
  },
  csv: { type: "text/csv; charset=utf-8; header=present", write: toCsv },
  txt: { type: "text/plain; charset=utf-8", write: toPlainText },
} as const;

const limited = limitCallers("replay-exports", "usual");

export const replayExports = new Hono<HonoEnv>().get(
  "/replay/:file{.+\\.(?:cue|csv|txt)}",
  limited,
  async (c) => {
    const file = c.req.param("file");
    const dot = file.lastIndexOf(".");
    const id = file.slice(0, dot);
    if (id.length > 64) throw new AppError("not-found");
    const replay = await openReplay(c.get("app"), { replay: id });
    const { type, write } = exportsOf[file.slice(dot + 1) as keyof typeof exportsOf];
    const name = encodeURIComponent(file);
    c.header("content-disposition", `attachment; filename="${name}"; filename*=UTF-8''${name}`);
    // Who may hear it can change at any time.
    c.header("cache-control", "private, no-store");
    return c.body(write(replay), 200, { "content-type": type });
  },
);

/** The name of the file that a download of the sound is. */
const soundFileOf = ({ name, performer, mp3 }: ReplayDetailsView): string =>
  soundFileName({ performer: performer?.username ?? null, name }, mp3 === null ? "opus" : "mp3");
