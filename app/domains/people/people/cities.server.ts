import type { AppContext } from "#app/context.ts";
import type { CityInput, CityView } from "./contract/my-profile.ts";
import { listCities } from "./queries/cities.ts";
import { foldPlace, toCityLabel } from "./rules-cities.ts";

const maxShown = 8;

/**
 * Cities whose name starts with the typed text (up to a comma, which is followed by a region or a country), the largest
 * first. Ignores accents and case. Empty for an empty text.
 */
export async function searchCities(ctx: Pick<AppContext, "db">, input: CityInput): Promise<CityView[]> {
  const prefix = foldPlace(input.city.split(",", 1)[0] ?? "");
  if (prefix === "") return [];
  const views = new Map<string, CityView>();
  // Parts of one city may have its name: more are read than shown.
  for (const row of await listCities(ctx.db, prefix, maxShown * 2)) {
    const label = toCityLabel(row);
    if (!views.has(label)) views.set(label, { id: row.id, name: row.name, label });
  }
  return [...views.values()].slice(0, maxShown);
}
