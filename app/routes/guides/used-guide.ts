/** The setup guide that a performer used: in this browser, otherwise by the software on their profile. */
import { useSyncExternalStore } from "react";
import type { EncoderProgram } from "#app/domains/air/media/contract/guides.ts";
import { readStore, writeStore } from "#app/ui/client-store.ts";
import { type Guide, guides } from "./guides.ts";

const name = "guide";

/** Called once a reader takes their own values from a guide. */
export function rememberGuide(program: EncoderProgram): void {
  writeStore({ [name]: program });
}

/** The guide for what someone calls their software; the one for all others where it is not named. */
export function guideFor(software: string): Guide {
  const words = software.toLowerCase().replaceAll(/[^a-z]/g, "");
  return guides.find(({ program }) => words.includes(program)) ?? allOthers;
}

/** The last one. */
const allOthers = guides[3];

const never = () => () => {};

/** The guide that was used in this browser; until that is known (server, hydration), and without one, by the profile. */
export function useUsedGuide(software: string): Guide {
  const stored = useSyncExternalStore(
    never,
    () => readStore()[name],
    () => undefined,
  );
  return guides.find(({ program }) => program === stored) ?? guideFor(software);
}
