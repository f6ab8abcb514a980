import { addToCrateCall, deleteFromCrateCall, listCrateCall } from "#app/domains/recognition/calls.ts";
import { AddToCrateInput, CrateTrackChoice } from "#app/domains/recognition/contract.ts";
import { addToCrate } from "#app/domains/recognition/crate/add.server.ts";
import { deleteFromCrate, listCrate } from "#app/domains/recognition/crate/keep.server.ts";
import { type Served, serve } from "./serve.ts";

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
