import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { type UploadInput, UploadsView, UploadView } from "./contract.ts";

export const listUploadsCall = defineCall("GET", "/social/uploads", {
  who: "user",
  answer: UploadsView,
});

/** Null where nothing of it was or will be uploaded, and for everyone who is not its performer. */
export const findUploadCall = defineCall("POST", "/social/upload", {
  who: "user",
  input: takes<typeof UploadInput>(),
  answer: z.nullable(UploadView),
});

export const retryUploadCall = defineCall("POST", "/social/retryUpload", {
  who: "user",
  input: takes<typeof UploadInput>(),
  answer: UploadView,
});
