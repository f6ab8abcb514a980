/** One line about an event or a listen, for the record of what was sent. */
import type { OwnEvent } from "./events.ts";
import type { HeardTrack } from "./port.ts";

export function eventSentence(event: OwnEvent): string {
  switch (event.kind) {
    case "live":
      return `${whoOf(event)} is live${placeOf(event)}.`;
    case "ended":
      return `${whoOf(event)} was live${placeOf(event)}.`;
    case "track":
      return songOf(event.track);
    case "follower":
      return `${event.follower.username} follows ${event.stage?.name ?? event.performer?.username ?? "you"}.`;
    case "request":
      return `“${event.set.name}”: ${event.performer.username} on ${event.stage.name} was requested.`;
    case "answer":
      return `“${event.set.name}”: ${event.performer.username} on ${event.stage.name} was ${event.isAccepted ? "accepted" : "declined"}.`;
    case "booked":
      return `“${event.set.name}”: ${event.performer.username} plays on ${event.stage.name}.`;
  }
}

export const songOf = ({ artist, title }: Pick<HeardTrack, "artist" | "title">): string =>
  [artist, title].filter(Boolean).join(" – ");

type OnAir = OwnEvent & { kind: "live" | "ended" };

const whoOf = ({ performer, stage }: OnAir) => performer?.username ?? stage?.name ?? "A performer";
const placeOf = ({ performer, stage }: OnAir) =>
  performer !== null && stage !== null ? ` on ${stage.name}` : "";
