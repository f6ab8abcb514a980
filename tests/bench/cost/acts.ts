/** Scenarios that are counted by what one of them costs, not by the hour. */
import { setTimeout as sleep } from "node:timers/promises";
import { ReplayFile } from "#app/player/replay/replay-file.ts";
import { callOperator, localAccess } from "#scripts/admin/operator-call.ts";
import { confirmEmail } from "#tests/fixtures/database.ts";
import { inDays } from "#tests/fixtures/managed-stage.ts";
import { Person } from "#tests/fixtures/people.ts";
import { recordTones } from "#tests/fixtures/recorded-tones.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import type { CostStand, Measured } from "./stand.ts";

/** A minute allows ten of each person. */
const tips = 10;
const bookings = 10;
const partMs = 60_000;
const minutes = 60;
const replays = 2;

/** An hour that was recorded, as the player reads it: its page, then ranges of the file ahead of what is heard. */
export async function withReplay(stand: CostStand): Promise<Measured> {
  const { cue } = stand;
  const stage = await cue.createStage({
    name: "Archive",
    manager: stand.manager.username,
    isOnDemand: true,
  });
  const { id, duration } = await recordTones(cue, { stageId: stage.id, parts: minutes, partMs });
  const opus = `${cue.origin}/replay/${id}.opus`;
  const { headers } = await fetch(opus, { method: "HEAD" });
  const opusBytes = Number(headers.get("content-length"));
  return stand.measureActs(replays, async () => {
    await readText(`${cue.origin}/replay/${id}`);
    await new Promise<void>((resolve, reject) => {
      const file: ReplayFile = new ReplayFile(
        { opus, opusBytes, duration, isGrowing: false },
        {
          isLowData: false,
          // The listener hears everything as soon as it has come.
          onPages() {
            file.heard(file.endMs);
            if (file.isComplete) resolve();
          },
          onGone: () => reject(new Error("The replay cannot be heard.")),
        },
      );
      file.goTo(0);
    });
  });
}

async function readText(address: string): Promise<void> {
  const response = await fetch(address);
  await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
}

/** Tips for a performer who is on air on their profile, without listeners. */
export async function withTips(stand: CostStand): Promise<Measured> {
  const { cue } = stand;
  const performer = await Person.register(cue.origin, "Tipped");
  const fan = await Person.register(cue.origin, "Fan");
  const ingest = await cue.makePerformer(performer.username);
  confirmEmail(cue, fan.id);
  const grant = { user: fan.username, amount: 100, reason: "a bench" };
  await callOperator({ call: "tokens/grant", body: grant, origin: undefined }, localAccess(cue.state));
  await fan.get("/api/sharedSecrets/claimTokens");
  const encoder = await Encoder.start({ ...ingest, port: cue.ingestPort, format: "mp3", track: 0 });
  try {
    return await stand.measureActs(tips, async () => {
      const body = { id: crypto.randomUUID(), amount: 1, dj: performer.id, performer: performer.id };
      await succeed(fan, "/api/tokens/tip", body);
      await sleep(1_000);
    });
  } finally {
    await encoder.stop();
  }
}

/** Bookings on a stage: a performer asks, its manager accepts. */
export async function withBookings(stand: CostStand): Promise<Measured> {
  const { cue, manager } = stand;
  const performer = await Person.register(cue.origin, "Booked");
  await cue.makePerformer(performer.username);
  const stage = await cue.createStage({ name: "Booked", manager: manager.username, isOnDemand: false });
  return stand.measureActs(bookings, async (place) => {
    const slot = { ...inDays(2 + place), weeks: 1, timeZone: "UTC" };
    const body = { dj: performer.id, room: stage.id, name: `Set ${place}`, ...slot };
    const { id } = await succeed<{ id: string }>(performer, "/api/setRequests/request", body);
    await succeed(manager, "/api/setRequests/accept", { request: id });
  });
}

async function succeed<T>(person: Person, path: string, input: unknown): Promise<T> {
  const { status, body } = await person.post<T>(path, input);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}
