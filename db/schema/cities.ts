import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Places with more than 5,000 people, from GeoNames (CC BY 4.0). */
export const cities = sqliteTable(
  "cities",
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    /** Lower case without accents: searched by prefix. */
    searchName: text("search_name").notNull(),
    /** ISO 3166-1, two letters. */
    country: text().notNull(),
    /** Name of the first-level division, e.g. a state; empty where it is not known. */
    region: text().notNull().default(""),
    population: integer().notNull(),
  },
  (table) => [index("cities_search").on(table.searchName, table.population)],
);
