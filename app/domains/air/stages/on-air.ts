import { type Heard, isAudible } from "../media/audible.ts";
import { standbyTimes } from "../media/standby.ts";
import type { ScheduledSet } from "../schedule/scheduled-set.ts";
import type { StreamReport } from "./stream-report.ts";

/**
 * The stream on air in a room, decided from its schedule, the connected encoders and the time. Pure: the rooms call it
 * on every report, refresh and alarm, and apply the result.
 */
export const onAirTimes = {
  /** A performer may go on air this long before the set's start. */
  earlyMs: standbyTimes.takenMs,
  /**
   * …and stay connected this long past its end: on air until the next performer can be heard, then unheard. A performer
   * who stays longer is live on their own profile.
   */
  overrunMs: standbyTimes.keptMs,
  /** A source may be gone this long before its broadcast ends. */
  graceMs: 8_000,
  /** The same while the agent is away: whether the source is gone is unknown. */
  unknownGraceMs: 60_000,
  /** Sound counts as arriving while its last packet is younger than this, whatever the agent reports. */
  packetMs: 2_000,
  /** Maximum delay of the report of a drop (the agent's snapshot interval) to count from the drop itself. */
  reportDelayMs: 5_000,
} as const;

export type StageMode = "booking" | "onDemand" | "profile";

/** The part of a stream's report that the decision depends on. */
type Stream = Heard &
  Pick<
    StreamReport,
    "stream" | "ownerKind" | "ownerId" | "state" | "connectedAt" | "disconnectedAt" | "claimedBy" | "isOffAir"
  >;

export interface OnAir {
  stream: string;
  /** Null on an on-demand stage whose managers name no one: its mount belongs to the stage. */
  performerId: string | null;
  setId: string | null;
  status: "live" | "reconnecting";
  /**
   * The kind of absence of the source and since when; null while sound arrives. `unknown`: no report says that the
   * source is gone.
   */
  lost: { state: "down" | "unknown"; since: number } | null;
}

export interface OnAirInput {
  /** `path` is this room's name in claims: `stage/<id>` or `profile/<id>`. */
  room: {
    kind: StageMode;
    path: string;
    id: string;
    /** The performer of an on-demand stage, as its managers say. */
    performerId?: string | null;
  };
  /** Accepted sets close to now: those of this stage, and those of their performers on other stages. */
  schedule: readonly ScheduledSet[];
  streams: readonly Stream[];
  /** The last decision, as stored. */
  current: OnAir | null;
  /** Arrival of the last packet of the stream on air; null where none has since it was put on. */
  lastPacketAt: number | null;
  now: number;
}

export interface OnAirDecision {
  onAir: OnAir | null;
  /** Streams that this stage holds ready: connected, with a set close to now, while another performance is on air. */
  standby: string[];
  /** Whether this room claims the stream: on air or on standby. */
  wants(stream: string): boolean;
  /** Time at which the clock changes the decision next, later than `now`; null when only sound, a report or a refresh can. */
  nextDecisionAt: number | null;
  /** Time at which the sound on air counts as missing if no packet arrives until then, later than `now`; null while none is. */
  soundMissedAt: number | null;
}

/** Input and result as described on the types; deterministic, and the same on every stage that asks. */
export function decideOnAir(input: OnAirInput): OnAirDecision {
  const candidates = rankCandidates(input);
  let onAir: OnAir | null = null;
  const standby: string[] = [];
  for (const candidate of candidates) {
    const isOffAir = candidate.stream.isOffAir === true;
    const isOpen: boolean = onAir === null && !candidate.isCut && !isOffAir;
    const presence: Presence | null = isOpen ? presenceOf(candidate, input) : null;
    if (presence !== null) {
      const { stream, performerId, setId } = candidate;
      onAir = { stream: stream.stream, performerId, setId, ...presence };
    } else if (
      candidate.canWait &&
      (isConnected(candidate.stream) || isOffAir) &&
      candidate.stream.stream !== onAir?.stream
    ) {
      standby.push(candidate.stream.stream);
    }
  }
  const wanted = new Set(standby);
  if (onAir !== null) wanted.add(onAir.stream);
  return {
    onAir,
    standby,
    wants: (stream) => wanted.has(stream),
    nextDecisionAt: nextDecision(input, onAir),
    soundMissedAt: soundMissedAt(input, onAir),
  };
}

interface Candidate {
  stream: Stream;
  performerId: string | null;
  setId: string | null;
  /** Held by the stage while someone else is on air: before its turn, and for the rest of an overrun. */
  canWait: boolean;
  /** Their set is over and someone else was on since: they are not heard here again. */
  isCut: boolean;
}

/** Returns those who may be on air now, in order of priority. */
function rankCandidates(input: OnAirInput): Candidate[] {
  const { room, streams } = input;
  if (room.kind === "booking") return rankSets(input);
  const ownerKind = room.kind === "profile" ? "performer" : "stage";
  return streams
    .filter((stream) => stream.ownerKind === ownerKind && stream.ownerId === room.id && !stream.isOffAir)
    .filter((stream) => stream.claimedBy === null || stream.claimedBy === room.path)
    .map((stream) => ({
      stream,
      performerId: room.kind === "profile" ? room.id : (room.performerId ?? null),
      setId: null,
      canWait: false,
      isCut: false,
    }));
}

function rankSets({ room, schedule, streams, current, now }: OnAirInput): Candidate[] {
  const claims = schedule
    .flatMap((set) => {
      const phase = phaseOf(set, schedule, now);
      return phase === null ? [] : [{ set, phase }];
    })
    .sort(compareClaims);
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  for (const { set, phase } of claims) {
    // A performer's stream belongs to the first of their sets, on whichever stage that is.
    if (seen.has(set.performerId)) continue;
    seen.add(set.performerId);
    if (set.stageId !== room.id) continue;
    const stream = streams.find((each) => each.ownerKind === "performer" && each.ownerId === set.performerId);
    if (stream === undefined) continue;
    if (stream.claimedBy !== null && stream.claimedBy !== room.path) continue;
    // A stage wants a stream that is off the air from the start of its set: the gateway then ends the sound check.
    if (stream.isOffAir && phase !== "now") continue;
    // An ended set is continued only by the performer who was on air with it; a late connect belongs to the profile.
    const isOver = phase === "overrun" || phase === "followed";
    const isOn = current?.stream === stream.stream && current.setId === set.id;
    if (isOver && !isOn && stream.claimedBy !== room.path) continue;
    candidates.push({
      stream,
      performerId: set.performerId,
      setId: set.id,
      canWait: true,
      isCut: isOver && !isOn,
    });
  }
  return candidates;
}

/**
 * Phases in order of priority on the stage. `overrun` and `followed`: past the end, before and after the start of the
 * set that follows. Both stay on air until a candidate of higher priority can be heard.
 */
const phases = ["now", "early", "overrun", "followed"] as const;
type Phase = (typeof phases)[number];

function phaseOf(set: ScheduledSet, schedule: readonly ScheduledSet[], now: number): Phase | null {
  const isOverrun = now >= set.endsAt && now < set.endsAt + onAirTimes.overrunMs;
  if (now >= nextStart(set, schedule)) return isOverrun ? "followed" : null;
  if (now >= set.startsAt && now < set.endsAt) return "now";
  if (now >= set.startsAt - onAirTimes.earlyMs && now < set.startsAt) return "early";
  return isOverrun ? "overrun" : null;
}

/** The start of the next set on the same stage, from which its performer is due. */
function nextStart(set: ScheduledSet, schedule: readonly ScheduledSet[]): number {
  let next = Number.POSITIVE_INFINITY;
  for (const other of schedule) {
    if (other.stageId !== set.stageId || other.startsAt <= set.startsAt) continue;
    next = Math.min(next, other.startsAt);
  }
  return next;
}

function compareClaims(
  a: { set: ScheduledSet; phase: Phase },
  b: { set: ScheduledSet; phase: Phase },
): number {
  if (a.phase !== b.phase) return phases.indexOf(a.phase) - phases.indexOf(b.phase);
  // Of two that are due, the later start; of two that are early, the sooner one.
  const byStart = a.phase === "early" ? a.set.startsAt - b.set.startsAt : b.set.startsAt - a.set.startsAt;
  return byStart !== 0 ? byStart : a.set.id < b.set.id ? -1 : 1;
}

/** Its sound has arrived before, though it may be silent now: enough for a broadcast that has started. */
const isSounding = (stream: Stream) => stream.state === "up" && stream.firstAudioAt !== null;

const isConnected = (stream: Stream) => stream.state !== "down" && stream.connectedAt !== null;

type Presence = Pick<OnAir, "status" | "lost">;

/** Live, reconnecting, or null: not (or no longer) present. */
function presenceOf(candidate: Candidate, { current, lastPacketAt, now }: OnAirInput): Presence | null {
  const { stream } = candidate;
  const live: Presence = { status: "live", lost: null };
  // A broadcast starts only with sound; the next set of a performer who is on air does not count as a start.
  if (current?.stream !== stream.stream) return stream.state === "up" && isAudible(stream, now) ? live : null;
  const hasPackets = lastPacketAt !== null && now < lastPacketAt + onAirTimes.packetMs;
  if (isSounding(stream) && (hasPackets || lastPacketAt === null)) return live;
  // Packets prove that the source is present: while the agent is away, and where an encoder returns with silence.
  const isOfThisStay = stream.state === "unknown" || (lastPacketAt ?? 0) >= (stream.connectedAt ?? 0);
  if (stream.state !== "down" && hasPackets && isOfThisStay) return live;
  const lost = lossOf(stream, current, now);
  return now < graceEnd(lost, stream) ? { status: "reconnecting", lost } : null;
}

function lossOf(stream: Stream, current: OnAir, now: number): NonNullable<OnAir["lost"]> {
  // An encoder that has returned but is not heard yet still counts as missing.
  const state = stream.state === "unknown" || isSounding(stream) ? "unknown" : "down";
  if (current.lost?.state === state) return current.lost;
  if (state === "unknown" || current.lost !== null || stream.disconnectedAt === null) {
    return { state, since: now };
  }
  return {
    state,
    since: Math.min(now, Math.max(stream.disconnectedAt, now - onAirTimes.reportDelayMs)),
  };
}

function graceEnd(lost: NonNullable<OnAir["lost"]>, stream: Stream): number {
  // A connected encoder that was heard has not ended, though its sound does not arrive here.
  if (isSounding(stream)) return Number.POSITIVE_INFINITY;
  if (lost.state === "unknown") return lost.since + onAirTimes.unknownGraceMs;
  const isBack = stream.state === "up" && stream.connectedAt !== null;
  const since = isBack ? Math.max(lost.since, stream.connectedAt ?? 0) : lost.since;
  return since + onAirTimes.graceMs;
}

function nextDecision(input: OnAirInput, onAir: OnAir | null): number | null {
  const times: number[] = [];
  if (input.room.kind === "booking") {
    for (const { startsAt, endsAt } of input.schedule) {
      times.push(startsAt - onAirTimes.earlyMs, startsAt, endsAt, endsAt + onAirTimes.overrunMs);
    }
  }
  const stream = input.streams.find((each) => each.stream === onAir?.stream);
  if (onAir?.lost != null && stream !== undefined) times.push(graceEnd(onAir.lost, stream));
  const next = Math.min(...times.filter((time) => time > input.now));
  return Number.isFinite(next) ? next : null;
}

function soundMissedAt({ lastPacketAt, now }: OnAirInput, onAir: OnAir | null): number | null {
  if (onAir === null || onAir.lost !== null || lastPacketAt === null) return null;
  const at = lastPacketAt + onAirTimes.packetMs;
  return at > now ? at : null;
}
