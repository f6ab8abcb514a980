import { searchCall } from "#app/domains/search/calls.ts";
import { SearchInput } from "#app/domains/search/contract.ts";
import { search as searchAll } from "#app/domains/search/operations.server.ts";
import { type Served, serve } from "./serve.ts";

export const search: readonly Served[] = [
  serve(searchCall, {
    summary:
      "Users and tracks, or the kinds that are asked for, by part of a name, a title, an artist or a genre.",
    input: SearchInput,
    run: searchAll,
  }),
];
