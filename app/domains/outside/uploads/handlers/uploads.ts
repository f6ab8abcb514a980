import { type Served, serve } from "#workers/api/serve.ts";
import { findUploadCall, listUploadsCall, retryUploadCall } from "../calls.ts";
import { UploadInput } from "../contract.ts";
import { findUpload, listUploads, retryUpload } from "../own.server.ts";

export const uploads: readonly Served[] = [
  serve(listUploadsCall, {
    summary: "The caller's sets that are uploaded to Mixcloud, or were, and the account that they go to.",
    run: listUploads,
  }),
  serve(findUploadCall, {
    summary: "The upload of one of the caller's replays, or null.",
    input: UploadInput,
    run: findUpload,
  }),
  serve(retryUploadCall, {
    summary: "Try a failed upload again.",
    input: UploadInput,
    run: retryUpload,
  }),
];
