import { type Served, serve } from "#workers/api/serve.ts";
import { searchCall } from "../calls.ts";
import { SearchInput } from "../contract.ts";
import { search as searchAll } from "../operations.server.ts";

export const search: readonly Served[] = [
  serve(searchCall, {
    summary:
      "Users and tracks, or the kinds that are asked for, by part of a name, a title, an artist or a genre.",
    input: SearchInput,
    run: searchAll,
  }),
];
