import {
  type AwaitedSet,
  decidePlacement,
  isHeld,
  type Placed,
  type Placement,
  type PlacementChoice,
} from "#app/domains/air/media/standby.ts";
import type { GatewayCore } from "./core.ts";
import { noEncoder } from "./encoder.ts";
import type { Ledger } from "./ledger.ts";
import type { StreamRow } from "./stream-row.ts";

type Row = { [Field in keyof Placement]: Placement[Field] };

/** The streams that are on standby, heard by their performers alone. Its table is in the ledger. */
export class Placements {
  readonly #sql: SqlStorage;
  readonly #ledger: Ledger;

  constructor({ storage, ledger }: GatewayCore) {
    this.#sql = storage.sql;
    this.#ledger = ledger;
  }

  /** Decides about a stream's present connection, after the stages have reported which performers they wait for. */
  decide({ stream }: StreamRow, awaited: AwaitedSet | null, now: number): void {
    const encoder = this.#ledger.speaker(stream)?.encoder;
    if (encoder === undefined) return;
    const { connection, state, disconnectedAt } = encoder;
    const before = this.#read(stream);
    const seen = { connection, isConnected: state !== "down", disconnectedAt };
    const isKeptOffProfile = this.#isKeptOffProfile(stream);
    const after = decidePlacement({ before, encoder: seen, awaited, isKeptOffProfile, now });
    if (after !== null && JSON.stringify(after) !== JSON.stringify(before)) this.#write(stream, after);
  }

  /** Returns the place of this performer's stream, and who has it; null while no encoder is connected. */
  placeOf(ownerId: string): Placed | null {
    for (const { stream, claimedBy } of this.#connected(ownerId)) {
      const { place = "open", set = null } = this.#read(stream) ?? {};
      const isKeptOffProfile = this.#isKeptOffProfile(stream);
      const { connectedAt } = this.#ledger.speaker(stream)?.encoder ?? noEncoder;
      return { place, set, heldBy: claimedBy, connectedAt, isKeptOffProfile };
    }
    return null;
  }

  /** The performer's own choice. `changed`: to be announced. */
  choose(
    ownerId: string,
    choice: PlacementChoice,
    now: number,
  ): { outcome: "done" | "not-connected" | "claimed"; changed: string[] } {
    const connected = this.#connected(ownerId);
    const isOver = choice.place === "off" || (choice.place === "open" && choice.isOver);
    const meant = connected.filter(({ claimedBy }) => claimedBy === null || isOver);
    if (meant.length === 0)
      return { outcome: connected.length === 0 ? "not-connected" : "claimed", changed: [] };
    for (const { stream, claimedBy } of meant) {
      const before = this.#read(stream);
      const { place } = choice;
      if (place === "open" && choice.isCut && claimedBy !== null) this.#ledger.setClaim(stream, null);
      this.#write(stream, {
        connection: this.#ledger.speaker(stream)?.encoder.connection ?? null,
        place,
        set: place === "standby" ? choice.set.set : place === "off" ? choice.set : null,
        startsAt: place === "standby" ? choice.set.startsAt : null,
        leftAt: null,
        openedAt: place === "open" && claimedBy === null && isHeld(before) ? now : (before?.openedAt ?? null),
      });
      this.#ledger.markChanged(stream);
    }
    return { outcome: "done", changed: meant.map(({ stream }) => stream) };
  }

  /**
   * A set was ended early, or (null) a stream test was passed: the performer's stream leaves the stage, and is heard by
   * them alone. Returns the streams to be announced.
   */
  end(ownerId: string, set: string | null, now: number): string[] {
    const ledger = this.#ledger;
    const streams = ledger.streamsOfOwner(ownerId, "performer");
    for (const stream of streams) {
      ledger.setClaim(stream, null);
      const encoder = ledger.speaker(stream)?.encoder;
      this.#write(stream, {
        connection: encoder?.connection ?? null,
        place: "ended",
        set,
        startsAt: null,
        leftAt: encoder === undefined || encoder.state === "down" ? now : null,
        openedAt: null,
      });
    }
    return streams;
  }

  #connected(ownerId: string): StreamRow[] {
    const ledger = this.#ledger;
    return ledger
      .streamsOf([ownerId])
      .filter(({ stream }) => (ledger.speaker(stream)?.encoder.state ?? "down") !== "down");
  }

  /** Its performer has chosen that connecting alone does not put their profile on air: as `credentials.ts` has it. */
  #isKeptOffProfile(stream: string): boolean {
    const found = this.#sql.exec(
      "select 1 from mounts join credentials using (mount) where stream = ? and credential ->> '$.isKeptOffProfile'",
      stream,
    );
    return found.toArray().length > 0;
  }

  #read(stream: string): Placement | null {
    const [row] = this.#sql
      .exec<Row>(
        `select connection, place, set_id as "set", starts_at as startsAt, left_at as leftAt, opened_at as openedAt
         from placements where stream = ?`,
        stream,
      )
      .toArray();
    return row ?? null;
  }

  #write(stream: string, { connection, place, set, startsAt, leftAt, openedAt }: Placement): void {
    this.#sql.exec(
      `insert into placements (stream, connection, place, set_id, starts_at, left_at, opened_at)
       values (?, ?, ?, ?, ?, ?, ?)
       on conflict (stream) do update set connection = excluded.connection, place = excluded.place,
         set_id = excluded.set_id, starts_at = excluded.starts_at, left_at = excluded.left_at,
         opened_at = excluded.opened_at`,
      stream,
      connection,
      place,
      set,
      startsAt,
      leftAt,
      openedAt,
    );
  }
}
