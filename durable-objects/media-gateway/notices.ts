import type { Fact } from "#app/domains/air/media/contract/control.ts";
import { listStageManagers } from "#app/domains/air/stages/queries/stages.ts";
import type { NewNotice } from "#app/domains/people/notifications/contract.ts";
import { openDb } from "#db/client.ts";
import { inbox } from "../stubs.ts";
import type { StreamRow } from "./stream-row.ts";

type RefusedFact = Extract<Fact, { type: "refused" }>;

const messages = {
  busy: "Another encoder tried to use your mount while you were on it.",
  password: "Someone tried to connect to your mount with a wrong password.",
} as const;

/** Notifies the owner of a mount that an encoder was refused on it: at most once a minute for each reason. */
export async function notifyOwners(env: Env, row: StreamRow, { reason, at }: RefusedFact): Promise<void> {
  try {
    const owners =
      row.kind === "stage"
        ? (await listStageManagers(openDb(env.DB), row.ownerId)).map(({ id }) => id)
        : [row.ownerId];
    const key = `refused:${row.stream}:${reason}:${Math.floor(at / 60_000)}`;
    const notice: NewNotice = { kind: `mount-${reason}`, message: messages[reason], at, key };
    await Promise.all(owners.map((owner) => inbox(env, owner).notify(notice)));
  } catch (error) {
    console.warn(JSON.stringify({ event: "owner-not-told", stream: row.stream, error: String(error) }));
  }
}
