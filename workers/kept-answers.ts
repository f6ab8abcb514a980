/** Responses that are the same for everyone, cached for a moment at the edge that computed them. */
import type { KeptAnswers } from "#app/domains/value/stats/ports.ts";

export function createKeptAnswers(
  env: Pick<Env, "CUE_ORIGIN">,
  waitUntil: (work: Promise<unknown>) => void,
): KeptAnswers {
  return {
    async keep<T>(name: string, forMs: number, compute: () => Promise<T>): Promise<T> {
      const address = new URL(`/kept/${name}`, env.CUE_ORIGIN).href;
      const cache = await caches.open("answers");
      const known = await cache.match(address);
      // A copy that this function has stored.
      if (known !== undefined) return known.json<T>();
      const value = await compute();
      const headers = { "cache-control": `max-age=${forMs / 1_000}` };
      waitUntil(cache.put(address, Response.json(value, { headers })));
      return value;
    },
  };
}
