import { and, desc, gte, lt } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { cities } from "#db/schema/index.ts";

export type CityRow = Pick<typeof cities.$inferSelect, "id" | "name" | "region" | "country">;

/** Places whose folded name starts with `prefix`, the largest first. */
export function listCities(db: Db, prefix: string, limit: number): Promise<CityRow[]> {
  const { id, name, region, country, searchName, population } = cities;
  return (
    db
      .select({ id, name, region, country })
      .from(cities)
      // A range instead of a pattern, so that no typed character is a wildcard. No character sorts after the last one.
      .where(and(gte(searchName, prefix), lt(searchName, `${prefix}\u{10ffff}`)))
      .orderBy(desc(population), id)
      .limit(limit)
  );
}
