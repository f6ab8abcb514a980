/**
 * Ready-made configurations of the software that performers broadcast with. They contain a password. The mount is
 * written as pages show it, without a slash: each of these programs adds one, or does not need it.
 */

import type { ConnectionView } from "../contract/encoder.ts";
import type { EncoderProgram } from "../contract/guides.ts";
import { buttFile } from "./butt.ts";
import { liquidsoapFile } from "./liquidsoap.ts";
import { mixxxFile } from "./mixxx.ts";
import { traktorFile } from "./traktor.ts";
import { virtualDjFile } from "./virtualdj.ts";

export interface EncoderFile {
  fileName: string;
  text: string;
}

/** The file that `program` reads to broadcast with this connection. `origin` is set as the stream's website. */
export function writeEncoderFile(
  program: EncoderProgram,
  connection: ConnectionView,
  origin: string,
): EncoderFile {
  switch (program) {
    case "butt":
      return { fileName: "cue.butt", text: buttFile(connection) };
    case "mixxx":
      return { fileName: "Cue.bcp.xml", text: mixxxFile(connection, origin) };
    case "traktor":
      return { fileName: "Cue.tsi", text: traktorFile(connection) };
    case "virtualdj":
      return { fileName: "cue-virtualdj.xml", text: virtualDjFile(connection) };
    case "liquidsoap":
      return { fileName: "cue.liq", text: liquidsoapFile(connection) };
  }
}
