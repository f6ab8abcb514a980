import { type Served, serve } from "#workers/api/serve.ts";
import { searchCitiesCall } from "../calls/my-profile.ts";
import { searchCities } from "../cities.server.ts";
import { CityInput } from "../contract/my-profile.ts";

export const cities: readonly Served[] = [
  serve(searchCitiesCall, {
    summary: "Cities whose name starts with the search text, largest first.",
    input: CityInput,
    run: searchCities,
  }),
];
