import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import type { EncoderFileInput } from "../contract/guides.ts";

export const openEncoderFileCall = defineCall("POST", "/media/encoderFile", {
  who: "user",
  input: takes<typeof EncoderFileInput>(),
  answer: z.string(),
});
