import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import type { SetAnswer, StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { plays, tracks } from "#db/schema/index.ts";
import type { Person } from "./people.ts";
import { answerOf, request } from "./request.ts";

const operator = { token: "test-operator-key-0123456789" };

/** Runs an operator command, as `npm run admin` sends it. */
export function operate<Answer>(command: string, body: unknown, status = 200): Promise<Answer> {
  return answerOf<Answer>(request(`/api/operator/${command}`, { as: operator, body }), status);
}

export function makeStage(
  manager: Person,
  facts: { name?: string; instant?: boolean; customUrl?: string } = {},
): Promise<StageAnswer> {
  return operate<StageAnswer>("create-stage", { name: "Test stage", manager: manager.id, ...facts });
}

/** Creates a set that starts in `startsInMs`, an hour long. */
export function makeSet(stage: { id: string }, performer: Person, startsInMs: number): Promise<SetAnswer> {
  const start = Date.now() + startsInMs;
  return operate<SetAnswer>("create-set", {
    stage: stage.id,
    performer: performer.id,
    start,
    end: start + 3_600_000,
    name: `A set by ${performer.username}`,
  });
}

/** Creates a track that was played on a stage, or with `stageId` null on the performer's profile. */
export async function makePlay(
  on: { stageId: string | null; performerId: string; setId?: string },
  { playedAt = Date.now(), title }: { playedAt?: number; title?: string } = {},
): Promise<{ trackId: string; playId: string }> {
  const db = openDb(env.DB);
  const [trackId, playId] = [ulid(), ulid()];
  const track = { id: trackId, key: trackId, artist: "Ana", title: title ?? trackId, createdAt: playedAt };
  await db.insert(tracks).values(track);
  await db.insert(plays).values({ id: playId, trackId, broadcastId: ulid(), playedAt, ...on });
  return { trackId, playId };
}
