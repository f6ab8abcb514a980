/** The parts of the world in which the platform can make an object (`locationHint`). */
export const regions = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;
export type Region = (typeof regions)[number];

export const isRegion = (text: string): text is Region => (regions as readonly string[]).includes(text);

/** Set by the Worker in an upgrade to a room: the region of the listener, where it is known. */
export const regionHeader = "x-cue-region";

export function readRegion(request: Request): Region | null {
  const region = request.headers.get(regionHeader) ?? "";
  return isRegion(region) ? region : null;
}

/** Facts of the edge about the origin of a request (`request.cf`); locally none. */
interface EdgeFacts {
  continent?: unknown;
  /** Degrees east, as text. */
  longitude?: unknown;
}

/** Longitudes that divide a continent, degrees east. */
const borders = {
  /** The Rocky Mountains. */
  america: -100,
  /** The line east of Berlin and Copenhagen. */
  europe: 15,
  /** The Urals; the edge counts all of Russia as Europe. */
  urals: 60,
  /** The line west of which networks are nearer to Poland than to the Gulf: 30 ms from Israel, against 65. */
  levant: 42,
  /** The border of Iran and Pakistan. */
  asia: 61,
} as const;

/** Returns the region nearest to where a request comes from: by its continent, then by its longitude; null: unknown. */
export function regionOf(cf: object | undefined): Region | null {
  const { continent, longitude }: EdgeFacts = cf ?? {};
  const east = typeof longitude === "string" && longitude.trim() !== "" ? Number(longitude) : Number.NaN;
  switch (continent) {
    case "NA":
      return east < borders.america ? "wnam" : "enam";
    case "SA":
      return "sam";
    case "EU":
      if (east >= borders.urals) return "apac";
      return east >= borders.europe ? "eeur" : "weur";
    case "AS":
      if (east < borders.levant) return "eeur";
      return east < borders.asia ? "me" : "apac";
    case "OC":
      return "oc";
    case "AF":
      return "afr";
    default:
      return null;
  }
}
