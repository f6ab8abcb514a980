import { type Served, serve } from "#workers/api/serve.ts";
import { addToCrateCall, deleteFromCrateCall, listCrateCall } from "../calls.ts";
import { AddToCrateInput, CrateTrackChoice } from "../contract.ts";
import { addToCrate } from "../crate/add.server.ts";
import { deleteFromCrate, listCrate } from "../crate/keep.server.ts";

export const crates: readonly Served[] = [
  serve(addToCrateCall, {
    summary: "Add tracks to your crate, as peaks and tags: they are recognized when you play them.",
    input: AddToCrateInput,
    run: addToCrate,
  }),
  serve(listCrateCall, { summary: "Your crate. No one else sees it.", run: listCrate }),
  serve(deleteFromCrateCall, {
    summary: "Delete tracks from your crate.",
    input: CrateTrackChoice,
    run: deleteFromCrate,
  }),
];
