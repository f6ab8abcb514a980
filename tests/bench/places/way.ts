import { type Region, regionOf } from "#durable-objects/regions.ts";
import { distance, type Site, sites } from "./distances.ts";

function siteOf(name: string): Site {
  const site = sites.find((each) => each.name === name);
  if (site === undefined) throw new Error(`no place ${name}`);
  return site;
}

/** The assumed place of the objects of each region. */
const hubs: Record<Region, Site> = {
  wnam: siteOf("California"),
  enam: siteOf("Virginia"),
  sam: siteOf("São Paulo"),
  weur: siteOf("Netherlands"),
  eeur: siteOf("Warsaw"),
  apac: siteOf("Singapore"),
  oc: siteOf("Sydney"),
  afr: siteOf("Johannesburg"),
  me: siteOf("Dubai"),
};

/** The place of the objects that regions get where they have none of their own. */
const substitutes: Partial<Record<Region, Site>> = {
  sam: hubs.enam,
  afr: hubs.weur,
  me: hubs.weur,
};

/** Returns where an object is made for a request from this place. */
export function placeNear(site: Site, { isEverywhere }: { isEverywhere: boolean }): Site {
  const region = regionOf(site);
  if (region === null) throw new Error(`${site.name} is in no region`);
  return (isEverywhere ? undefined : substitutes[region]) ?? hubs[region];
}

export interface Added {
  performer: Site;
  listener: Site;
  /** Time in ms that the way through these places takes longer than the direct one. */
  ms: number;
}

/** The way of the sound from a performer over these places to a listener, against the direct way. */
export function addedBy(performer: Site, over: readonly Site[], listener: Site): Added {
  let ms = -distance(performer, listener);
  let from = performer;
  for (const to of [...over, listener]) {
    // An object that is where the last one is takes no way.
    if (to !== from || to === listener) ms += distance(from, to);
    from = to;
  }
  return { performer, listener, ms: Math.max(0, ms) };
}
