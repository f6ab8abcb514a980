import { openEncoderFileCall } from "#app/domains/media/calls/guides.ts";
import { EncoderFileInput } from "#app/domains/media/contract/guides.ts";
import { openEncoderFile } from "#app/domains/media/guide.server.ts";
import { respond, type Served } from "./serve.ts";

export const encoderFiles: readonly Served[] = [
  respond(openEncoderFileCall, {
    summary: "An encoder's configuration file with the caller's mount and password.",
    input: EncoderFileInput,
    respond: async (c, input) => {
      const { fileName, text } = await openEncoderFile(c.get("app"), input);
      // Bytes to keep, never a page to show.
      c.header("content-type", "application/octet-stream");
      c.header("content-disposition", `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`);
      c.header("cache-control", "private, no-store");
      return c.body(text);
    },
  }),
];
