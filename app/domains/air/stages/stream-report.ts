import type { EncoderRecord } from "../media/encoder-record.ts";
import type { RoomPath } from "./room-path.ts";

type Heard = Pick<
  EncoderRecord,
  | "state"
  | "connection"
  | "connectedAt"
  | "firstAudioAt"
  | "disconnectedAt"
  | "title"
  | "level"
  | "silentSince"
  | "heard"
>;

/**
 * The gateway's report of a stream to a room, which keeps it: whose it is, where it may be heard, and the part of its
 * encoder's record that a room needs.
 */
export interface StreamReport extends Heard {
  stream: string;
  ownerKind: "stage" | "performer";
  /** The stage's id or the performer's user id. */
  ownerId: string;
  /** The stage that carries a performer's stream or has it on standby; null: their own profile. */
  claimedBy: RoomPath | null;
  /** Only its performer hears it (sound check or standby): this room does not carry it, and treats it as down. */
  isOffAir?: boolean;
  /** Reports with a lower or equal (fence, version) than the last are outdated. */
  fence: number;
  version: number;
}
