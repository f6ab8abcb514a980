import { respond, type Served } from "#workers/api/serve.ts";
import { openEncoderFileCall } from "../calls/guides.ts";
import { EncoderFileInput } from "../contract/guides.ts";
import { openEncoderFile } from "../guide.server.ts";

export const encoderFiles: readonly Served[] = [
  respond(openEncoderFileCall, {
    summary: "An encoder's configuration file with the caller's mount and password.",
    input: EncoderFileInput,
    respond: async (c, input) => {
      const { fileName, text } = await openEncoderFile(c.get("app"), input);
      // A download, never shown as a page.
      c.header("content-type", "application/octet-stream");
      c.header("content-disposition", `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`);
      c.header("cache-control", "private, no-store");
      return c.body(text);
    },
  }),
];
