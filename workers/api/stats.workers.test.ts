import { env, SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { getCountry } from "#app/domains/stats/operations.server.ts";
import { createAppContext } from "#workers/context.ts";

const requestFrom = (country: unknown) =>
  new Request("http://localhost:8787/api/stats/getCountry", { cf: { country } as CfProperties });

test("the country is the edge's word for it; nothing where it does not say", async () => {
  const answer = await SELF.fetch(requestFrom("PT"));
  expect(await answer.json()).toEqual({ country: "PT", name: "Portugal" });
  const countryOf = (country: unknown) => getCountry(createAppContext(requestFrom(country), env, null));
  // Tor and networks without a place, a code that no country has, and what is no code at all.
  for (const none of ["T1", "XX", undefined, 5, "Portugal", "pt"])
    expect(countryOf(none)).toEqual({ country: null, name: null });
  expect(countryOf("QZ")).toEqual({ country: "QZ", name: null });
});
