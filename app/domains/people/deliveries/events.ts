/** Events on Cue that posts and webhooks tell others of. Times are epoch ms. */

interface Person {
  id: string;
  username: string;
}

interface Place {
  id: string;
  name: string;
}

interface BookedSet {
  id: string;
  name: string;
  startsAt: number;
  endsAt: number;
}

interface Happened {
  /** The event is told of once per kind and key. */
  key: string;
  at: number;
  /** The path of the page that it leads to. */
  path: string;
}

/** An event of going on air: on a stage, or on the performer's own profile (`stage` null). */
interface OnAir {
  broadcast: string;
  performer: Person | null;
  stage: Place | null;
  set: BookedSet | null;
}

export type OwnEvent = Happened &
  (
    | ({ kind: "live" } & OnAir)
    | ({ kind: "track" } & OnAir & { track: { id: string; artist: string; title: string } })
    /** `replay`: the path of its page, or null where nothing was kept. */
    | ({ kind: "ended" } & OnAir & { replay: string | null })
    | { kind: "follower"; performer: Person | null; stage: Place | null; follower: Person }
    /** A request for a set. */
    | { kind: "request"; request: string; performer: Person; stage: Place; set: Omit<BookedSet, "id"> }
    | {
        kind: "answer";
        request: string;
        performer: Person;
        stage: Place;
        set: Omit<BookedSet, "id">;
        isAccepted: boolean;
      }
    /** A set is booked: a request was accepted, or a manager booked it. */
    | { kind: "booked"; performer: Person; stage: Place; set: BookedSet }
  );

export type OwnEventKind = OwnEvent["kind"];
export type EventOf<Kind extends OwnEventKind> = OwnEvent & { kind: Kind };
