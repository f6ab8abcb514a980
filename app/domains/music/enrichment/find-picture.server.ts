import type { CommonsFile } from "#app/domains/people/integrations/commons/answers.ts";
import type { Commons } from "#app/domains/people/integrations/commons/client.ts";
import type { SourceAnswer } from "#app/domains/people/integrations/source-answer.ts";
import type { PhotoCredit } from "#db/schema/index.ts";
import { creditOf } from "./picture-credit.ts";
import { type PictureLinks, plainFileName } from "./picture-links.ts";

export interface FreePicture {
  file: CommonsFile;
  credit: PhotoCredit;
}

const none = { is: "none" } as const;

/** The picture that MusicBrainz links to, otherwise the one that Wikidata names; only one that may be shown. */
export async function findPicture(
  commons: Commons,
  { file, item }: PictureLinks,
): Promise<SourceAnswer<FreePicture>> {
  const linked = file === null ? none : await describe(commons, file);
  if (linked.is !== "none" || item === null) return linked;
  const said = await commons.pictureOf(item);
  if (said.is !== "found") return said;
  const name = plainFileName(said.value);
  return name === null || name === file ? none : describe(commons, name);
}

async function describe(commons: Commons, name: string): Promise<SourceAnswer<FreePicture>> {
  const said = await commons.describe(name);
  if (said.is !== "found") return said;
  const credit = creditOf(said.value);
  return credit === null ? none : { is: "found", value: { file: said.value, credit } };
}
