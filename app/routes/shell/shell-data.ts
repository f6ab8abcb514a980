import type { SiteLinks } from "#app/context.ts";

/** The data of the loader. */
export interface ShellData {
  links: SiteLinks;
}
