/** Tasks that remain outside D1 for an account, read in the step that deletes it. */
import { sql } from "drizzle-orm";
import {
  blocks,
  broadcasts,
  chatPlaces,
  cheers,
  type ErasurePlan,
  ingestCredentials,
  sets,
  stageManagers,
  stageRestrictions,
  wallets,
} from "#db/schema/index.ts";
import { ownPlaces } from "./own-places.ts";

export interface ErasureInput {
  userId: string;
  /** The id of the email that is about to be sent. */
  goodbyeId: string;
  /** Wallets of others that are frozen for a reason that named the user, with what is left of it. */
  frozen: NonNullable<ErasurePlan["frozen"]>;
  now: number;
}

const hourMs = 3_600_000;
/** Peaks of live sound are kept for two days. */
const soundBackMs = 72 * hourMs;

/** The plan is made in the same step as the deletion: rows stored before are in it, later ones find no account. */
export function selectPlan({ userId, goodbyeId, frozen, now }: ErasureInput) {
  // D1 allows at most five terms in a compound select.
  const atStages = sql`select stage_id from ${cheers} where user_id = ${userId} and stage_id is not null
    union select stage_id from ${sets} where performer_id = ${userId}
    union select stage_id from ${broadcasts} where performer_id = ${userId} and stage_id is not null
    union select stage_id from ${stageRestrictions} where user_id = ${userId}
    union select stage_id from ${stageManagers} where user_id = ${userId}`;
  const atProfiles = sql`select performer_id as user_id from ${cheers}
      where user_id = ${userId} and stage_id is null and performer_id <> ${userId}
    union select user_id from ${blocks} where blocked_id = ${userId}`;
  const own = sql`(select value from json_each(${JSON.stringify(ownPlaces(userId))}))`;
  const rooms = sql`select room from ${chatPlaces} where user_id = ${userId} and room not in ${own}
    union select 'stage/' || stage_id from (${atStages})
    union select 'profile/' || user_id from (${atProfiles})`;
  const coming = sql`select json_object('id', id, 'stageId', stage_id, 'startsAt', starts_at) as entry from ${sets}
    where performer_id = ${userId} and status = 'accepted' and starts_at > ${now}`;
  const left = sql`select stage_id from ${stageManagers} where user_id = ${userId} and not exists (
    select 1 from ${stageManagers} as other where other.stage_id = ${stageManagers.stageId} and other.user_id <> ${userId})`;
  // What their own encoder still sends arrives within the hour; the stream of a stage goes on with somebody else.
  const sounds = sql`select json_object('stream', stream_id, 'from', ${now - soundBackMs}, 'to', ${now + hourMs}) as entry
      from ${ingestCredentials} where owner_id = ${userId} and kind <> 'stage'
    union select json_object('stream', stream_id, 'from', started_at, 'to', coalesce(ended_at, ${now}))
      from ${broadcasts} where performer_id = ${userId} and coalesce(ended_at, ${now}) > ${now - soundBackMs}`;
  return sql`select ${userId}, ${now}, json_object(
    'rooms', json((select json_group_array(room) from (${rooms}))),
    'sets', json((select json_group_array(json(entry)) from (${coming}))),
    'stages', json((select json_group_array(stage_id) from (${left}))),
    'sounds', json((select json_group_array(json(entry)) from (${sounds}))),
    'frozen', json(${JSON.stringify(frozen)}),
    'wallet', (select id from ${wallets} where user_id = ${userId}),
    'mail', ${goodbyeId}), 0, null where true`;
}
