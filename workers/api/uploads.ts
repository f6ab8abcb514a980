import { findUploadCall, listUploadsCall, retryUploadCall } from "#app/domains/uploads/calls.ts";
import { UploadInput } from "#app/domains/uploads/contract.ts";
import { findUpload, listUploads, retryUpload } from "#app/domains/uploads/own.server.ts";
import { type Served, serve } from "./serve.ts";

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
