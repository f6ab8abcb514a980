/**
 * The JSON of a call. Every field is named here, so that nothing else of an event leaves: what is public on the pages,
 * never an email address, a mount or a name that its owner hides.
 */

import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { profilePath, stagePath, trackPath } from "#app/paths.ts";
import { challengeEvent, webhookEventOf } from "./events.ts";

interface Call {
  /** The same for every attempt: receivers drop what they have seen. */
  id: string;
  owner: OwnerPath;
  webhook: string;
  /** Null for a test, and for a challenge. */
  event: OwnEvent | null;
  /** The receiver's required answer; left out where this is no challenge. */
  challenge?: string;
  /** Time of a test or a challenge, epoch ms. */
  now: number;
  /** Origin of this instance, without a trailing slash. */
  origin: string;
}

export function toWebhookBody({ id, owner, webhook, event, challenge, now, origin }: Call): string {
  const [kind = "", ownerId = ""] = owner.split("/", 2);
  return JSON.stringify({
    id,
    event: challenge === undefined ? webhookEventOf(event?.kind ?? "test") : challengeEvent,
    createdAt: event?.at ?? now,
    owner: { kind: kind === "stage" ? "stage" : "performer", id: ownerId },
    data: event === null ? { webhook, challenge } : dataOf(event, (path) => `${origin}${path}`),
  });
}

type AddressOf = (path: string) => string;

function dataOf(event: OwnEvent, addressOf: AddressOf) {
  const person = toPerson(addressOf);
  const stage = toStage(addressOf);
  const page = { url: addressOf(event.path) };
  switch (event.kind) {
    case "live":
      return { ...onAir(event, addressOf), ...page };
    case "track": {
      const { id, artist, title } = event.track;
      const track = { id, artist, title, url: addressOf(trackPath(id)) };
      return { ...onAir(event, addressOf), track, ...page };
    }
    case "ended": {
      const replay = event.replay === null ? null : { url: addressOf(event.replay) };
      return { ...onAir(event, addressOf), replay, ...page };
    }
    case "follower":
      return {
        follower: person(event.follower),
        performer: event.performer && person(event.performer),
        stage: event.stage && stage(event.stage),
        ...page,
      };
    case "request":
    case "answer":
      return {
        request: event.request,
        ...(event.kind === "answer" && { isAccepted: event.isAccepted }),
        performer: person(event.performer),
        stage: stage(event.stage),
        set: { name: event.set.name, ...timesOf(event.set) },
        ...page,
      };
    case "booked":
      return {
        performer: person(event.performer),
        stage: stage(event.stage),
        set: toSet(event.set),
        ...page,
      };
  }
}

function onAir(event: OwnEvent & { kind: "live" | "track" | "ended" }, addressOf: AddressOf) {
  return {
    broadcast: event.broadcast,
    performer: event.performer && toPerson(addressOf)(event.performer),
    stage: event.stage && toStage(addressOf)(event.stage),
    set: event.set && toSet(event.set),
  };
}

const toPerson =
  (addressOf: AddressOf) =>
  ({ id, username }: { id: string; username: string }) => ({ id, username, url: addressOf(profilePath(id)) });

const toStage =
  (addressOf: AddressOf) =>
  ({ id, name }: { id: string; name: string }) => ({ id, name, url: addressOf(stagePath(id)) });

interface Times {
  startsAt: number;
  endsAt: number;
}

const timesOf = ({ startsAt, endsAt }: Times) => ({ startsAt, endsAt });

const toSet = (set: Times & { id: string; name: string }) => ({
  id: set.id,
  name: set.name,
  ...timesOf(set),
});
