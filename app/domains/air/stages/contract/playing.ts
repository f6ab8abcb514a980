/** The performer on an on-demand stage, as named by its managers. */
import * as z from "zod/mini";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { PersonView } from "#app/domains/people/people/contract/people.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(100));

export const PlayersView = z.object({
  /** The named performer, on air or not; null: no one. */
  performer: z.nullable(PersonView),
  /**
   * People who can be named, or could be if they allowed it: the requesting manager first, where they perform, then
   * members.
   */
  choices: z.array(z.object({ ...PersonView.shape, allowsNaming: z.boolean() })),
});
export type PlayersView = z.infer<typeof PlayersView>;

export const PlayersNoticeView = z.object({ ...PlayersView.shape, ...NoticeView.shape });
export type PlayersNoticeView = z.infer<typeof PlayersNoticeView>;

/** `user` null: no one plays. */
export const SetPerformerInput = z.object({ room: Id, user: z.nullable(Id) });
export type SetPerformerInput = z.infer<typeof SetPerformerInput>;

export const AllowNamingInput = z.object({ room: Id, allow: z.boolean() });
export type AllowNamingInput = z.infer<typeof AllowNamingInput>;
