import { Hono } from "hono";
import * as z from "zod/mini";
import { EncoderFileInput } from "#app/domains/media/contract/guides.ts";
import { openEncoderFile } from "#app/domains/media/guide.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const encoderFiles = new Hono<HonoEnv>().post(
  "/media/encoderFile",
  call("user", "A program's configuration with one's own mount and password, as a file.", z.string()),
  body(EncoderFileInput),
  async (c) => {
    const { fileName, text } = await openEncoderFile(c.get("app"), c.req.valid("json"));
    // Bytes to keep, never a page to show.
    c.header("content-type", "application/octet-stream");
    c.header("content-disposition", `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`);
    c.header("cache-control", "private, no-store");
    return c.body(text);
  },
);
