/** Responses that are the same for everyone, cached for a moment at the edge that computed them. */
import type { KeptAnswers } from "#app/context.ts";

interface Kept<T> {
  value: T;
  /** Epoch ms. */
  at: number;
}

export function createKeptAnswers(
  env: Pick<Env, "CUE_ORIGIN">,
  waitUntil: (work: Promise<unknown>) => void,
): KeptAnswers {
  return {
    async keep<T>(name: string, forMs: number, compute: () => Promise<T>): Promise<T> {
      const address = new URL(`/kept/${name}`, env.CUE_ORIGIN).href;
      const renewal = new URL(`/kept-renewals/${name}`, env.CUE_ORIGIN).href;
      const headers = { "cache-control": `max-age=${forMs / 1_000}` };
      const cache = await caches.open("answers");
      // A copy that this function has stored.
      const kept = await (await cache.match(address))?.json<Kept<T>>();
      // Past half its time one caller computes it anew, and the others do not all wait for it when it has expired.
      const isFresh = kept !== undefined && Date.now() - kept.at < forMs / 2;
      if (isFresh || (kept !== undefined && (await cache.match(renewal)) !== undefined)) return kept.value;
      if (kept !== undefined) await cache.put(renewal, new Response("renewing", { headers }));
      const value = await compute();
      waitUntil(cache.put(address, Response.json({ value, at: Date.now() } satisfies Kept<T>, { headers })));
      return value;
    },
  };
}
