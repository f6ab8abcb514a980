import { searchCitiesCall } from "#app/domains/people/calls/my-profile.ts";
import { searchCities } from "#app/domains/people/cities.server.ts";
import { CityInput } from "#app/domains/people/contract/my-profile.ts";
import { type Served, serve } from "./serve.ts";

export const cities: readonly Served[] = [
  serve(searchCitiesCall, {
    summary: "Cities whose name starts with the search text, largest first.",
    input: CityInput,
    run: searchCities,
  }),
];
