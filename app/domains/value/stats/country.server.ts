import type { AppContext } from "#app/context.ts";
import type { CountryView } from "./contract.ts";

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Returns the caller's country, as far as the edge knows. */
export function getCountry(ctx: AppContext): CountryView {
  const { country } = ctx;
  return { country, name: country === null ? null : (countryNames.of(country) ?? null) };
}
