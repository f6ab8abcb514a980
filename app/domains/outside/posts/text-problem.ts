/** The reason why a text cannot be saved. Pure; the page shows it before the server refuses it. */
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import type { PostLimit } from "#app/domains/people/integrations/post-client.ts";
import { countPost } from "./build.ts";
import type { PostParty } from "./contract.ts";
import { exampleFacts, type PostOwnerKind } from "./default-texts.ts";
import { templateProblem } from "./template.ts";

export interface TextAbout {
  party: PostParty;
  owner: { kind: PostOwnerKind; name: string };
  hasLink: boolean;
  now: number;
}

/** Returns the rest of the service's limit with the names of an example set; negative where the text is too long. */
export function leftFor(text: string, limit: PostLimit, { owner, hasLink, now }: TextAbout): number {
  const facts = exampleFacts({ owner: owner.kind, name: owner.name, now });
  return limit.max - countPost({ template: text, facts, hasLink, limit });
}

/** A sentence for its owner; null where the text can be saved, as an empty one always can. */
export function textProblem(text: string, limit: PostLimit, about: TextAbout): string | null {
  const problem = templateProblem(text);
  if (problem !== null || text.trim() === "") return problem;
  return leftFor(text, limit, about) < 0
    ? `This text is too long for ${partyNames[about.party]}. Shorten it.`
    : null;
}
