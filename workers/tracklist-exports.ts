/**
 * `GET /api/tracklist/{set}.csv`, `.cue`, `.txt` and `.json`: files of what everyone may see. With `?for=` a collecting
 * society, for the performer and managers of the stage: what it takes, and (`.json`) what is missing for it.
 */
import { Hono } from "hono";
import type { AppContext } from "#app/context.ts";
import { SocietyInput } from "#app/domains/air/tracklists/contract/exports.ts";
import {
  exportForSociety,
  exportTracklist,
  exportTracklistView,
  type NamedFile,
  openSocietyReport,
} from "#app/domains/air/tracklists/export/export.server.ts";
import { AppError } from "#app/errors.ts";
import { attachment } from "./attachment.ts";
import type { HonoEnv } from "./hono.ts";
import { limitCallers } from "./middleware/rates.ts";

const contentTypes = {
  csv: "text/csv; charset=utf-8; header=present",
  cue: "application/x-cue; charset=utf-8",
  txt: "text/plain; charset=utf-8",
} as const;
const extensions = ["csv", "cue", "txt", "json"] as const;
type Extension = (typeof extensions)[number];

export const tracklistExports = new Hono<HonoEnv>().get(
  "/api/tracklist/:file{[\\w-]{1,64}\\.(?:csv|cue|txt|json)}",
  limitCallers("tracklist-exports", "usual"),
  async (c) => {
    const file = c.req.param("file");
    const dot = file.lastIndexOf(".");
    const [set, extension] = [file.slice(0, dot), file.slice(dot + 1) as Extension];
    const app = c.get("app");
    const asked = c.req.query("for");
    // Who may see it, and what it says, can change at any time.
    c.header("cache-control", "private, no-store");
    if (extension === "json") {
      c.header("content-disposition", attachment(`tracklist-${set}.json`));
      if (asked === undefined) return c.json(await exportTracklistView(app, set));
      return c.json(await openSocietyReport(app, { set, society: readSociety(asked) }));
    }
    const { text, name } = await fileOf(app, set, extension, asked);
    c.header("content-disposition", attachment(name));
    return c.body(text, 200, { "content-type": contentTypes[extension] });
  },
);

function fileOf(
  app: AppContext,
  set: string,
  file: Exclude<Extension, "json">,
  asked: string | undefined,
): Promise<NamedFile> {
  if (asked === undefined) return exportTracklist(app, { set, file });
  const society = readSociety(asked);
  if (file === "cue")
    throw new AppError("bad-input", { message: "No society takes CUE sheets: ask for csv or txt." });
  return exportForSociety(app, { set, file, society });
}

function readSociety(asked: string) {
  const read = SocietyInput.safeParse({ for: asked });
  if (!read.success) throw new AppError("bad-input", { message: "Please check “for”." });
  return read.data.for;
}
