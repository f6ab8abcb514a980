/** The owner of the requested calendar or feed. */
import type { AppContext } from "#app/context.ts";
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { openProfile } from "#app/domains/people/people/open-profile.server.ts";
import { profilePath, stagePath } from "#app/paths.ts";
import { requireStage } from "../stages/require-stage.server.ts";

/** A stage by id or custom URL, or a performer by id or username. */
export type SubjectName = { stage: string } | { performer: string };

export interface FeedSubject {
  kind: "stage" | "performer";
  id: string;
  name: string;
  /** Path of their page. */
  path: string;
  picture: string | null;
  of: { stageId: string } | { performerId: string };
}

/** Throws `not-found`, `stage-deleted`. */
export async function findSubject(ctx: AppContext, subject: SubjectName): Promise<FeedSubject> {
  if ("stage" in subject) {
    const { id, name, thumbnail } = await requireStage(ctx, subject.stage);
    const of = { stageId: id };
    return { kind: "stage", id, name: cleanLine(name), path: stagePath(id), picture: thumbnail, of };
  }
  const person = await openProfile({ ...ctx, viewer: null }, { user: subject.performer });
  const { id, username, profile } = person;
  const of = { performerId: id };
  return { kind: "performer", id, name: username, path: profilePath(id), picture: profile, of };
}
