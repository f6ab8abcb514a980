/**
 * The control socket between the transcoder agent and the media gateway (`/ingest/control`): JSON text frames, parsed
 * with these schemas on both sides. Times are server epoch milliseconds: the agent corrects its own clock with
 * `welcome.now` and each `ack.now`.
 */
import * as z from "zod/mini";
import { Fetched, FetchRequest, Unfetched } from "./fetch.ts";
import { EarProbe, EarProbed, HeardLine, maxHeardLines, StreamReferences } from "./heard.ts";
import { Level, Quality, SourceFaultCode } from "./quality.ts";

export const codecs = ["mp3", "aac", "vorbis", "opus", "flac"] as const;
export const Codec = z.enum(codecs);
export type Codec = z.infer<typeof Codec>;

const Mount = z.string().check(z.minLength(1), z.maxLength(128));
/** One continuous connection of an encoder to a mount; ids sort by time. */
const ConnectionId = z.string().check(z.minLength(1), z.maxLength(64));

/** Sound with an RMS level below this, dBFS, is silence: no one can hear it. */
export const audibleDb = -60;

export const Title = z.object({ artist: z.string(), title: z.string(), at: z.number() });
export type Title = z.infer<typeof Title>;

/** The agent's report of the encoder on one mount; the snapshot is a list of these. */
export const EncoderReport = z.object({
  mount: Mount,
  connection: ConnectionId,
  connectedAt: z.number(),
  /** First audible moment of this connection (`audibleDb`); null while it has sent nothing but silence. */
  firstAudioAt: z.nullable(z.number()),
  codec: z.nullable(Codec),
  title: z.nullable(Title),
  level: z.nullable(Level),
  /** Absent from agents that do not measure it. */
  quality: z.optional(z.nullable(Quality)),
  /** Start of the silence, or null while there is sound. */
  silentSince: z.nullable(z.number()),
  /** References that the ear hears and has just heard; absent from agents without one. */
  heard: z.optional(z.array(HeardLine).check(z.maxLength(maxHeardLines))),
});
export type EncoderReport = z.infer<typeof EncoderReport>;

export const Fact = z.discriminatedUnion("type", [
  z.object({ type: z.literal("connected"), mount: Mount, connection: ConnectionId, at: z.number() }),
  /** The first audible sound of a connection. Everything decoded before it was silence. */
  z.object({
    type: z.literal("firstAudio"),
    mount: Mount,
    connection: ConnectionId,
    at: z.number(),
    codec: z.nullable(Codec),
  }),
  z.object({ type: z.literal("title"), mount: Mount, connection: z.nullable(ConnectionId), ...Title.shape }),
  z.object({
    type: z.literal("level"),
    mount: Mount,
    connection: ConnectionId,
    at: z.number(),
    level: Level,
    quality: z.optional(Quality),
    /** Null before anything is decoded; absent from agents that report the codec with `firstAudio` only. */
    codec: z.optional(z.nullable(Codec)),
  }),
  z.object({
    type: z.literal("silence"),
    mount: Mount,
    connection: ConnectionId,
    at: z.number(),
    isSilent: z.boolean(),
  }),
  z.object({
    type: z.literal("disconnected"),
    mount: Mount,
    connection: ConnectionId,
    at: z.number(),
    /** Absent unless the agent ended it. */
    fault: z.optional(SourceFaultCode),
  }),
  /** A line of the ear has begun, goes on, became more certain or is over. */
  z.object({
    type: z.literal("heard"),
    mount: Mount,
    connection: ConnectionId,
    at: z.number(),
    ...HeardLine.shape,
  }),
  /** Someone used the right mount and was refused. */
  z.object({
    type: z.literal("refused"),
    mount: Mount,
    at: z.number(),
    reason: z.enum(["busy", "password"]),
  }),
]);
export type Fact = z.infer<typeof Fact>;

/** The agent's messages. `seq` increases by one over all `facts` and `snapshot` messages of one start. */
export const AgentMessage = z.discriminatedUnion("type", [
  /**
   * First message on every connection. `start` is an id made when the process started; `offers` what this agent can do
   * beside broadcasting (`fetchOffer`, `earOffer`): absent from agents of an earlier version.
   */
  z.object({
    type: z.literal("hello"),
    start: z.string(),
    at: z.number(),
    offers: z.optional(z.array(z.string())),
  }),
  z.object({ type: z.literal("facts"), fence: z.number(), seq: z.number(), facts: z.array(Fact) }),
  z.object({
    type: z.literal("snapshot"),
    fence: z.number(),
    seq: z.number(),
    at: z.number(),
    mounts: z.array(EncoderReport),
  }),
  z.object({ type: z.literal("authorize"), id: z.string(), mount: Mount, password: z.string() }),
  /** The result of a `fetch`. */
  Fetched,
  Unfetched,
  EarProbed,
]);
export type AgentMessage = z.infer<typeof AgentMessage>;

/** The gateway's messages. */
export const GatewayMessage = z.discriminatedUnion("type", [
  /** The agent's place in the order of starts; an agent with a lower fence than the newest is closed with code 4409. */
  z.object({ type: z.literal("welcome"), fence: z.number(), now: z.number() }),
  z.object({ type: z.literal("ack"), seq: z.number(), now: z.number() }),
  z.object({ type: z.literal("authorized"), id: z.string(), isAllowed: z.boolean() }),
  /**
   * The destination of a mount's audio: `room` is a path below /ingest/audio, e.g. `stage/01J…`; null means nowhere.
   * Sent on connect, on change, and for every mount after `welcome`.
   */
  z.object({ type: z.literal("route"), mount: Mount, stream: z.string(), room: z.nullable(z.string()) }),
  /** End the source on this mount and, after a reset, forget that its password was ever right. */
  z.object({ type: z.literal("cut"), mount: Mount, reason: z.enum(["reset", "ended", "banned"]) }),
  /**
   * Number of listeners of the source on this mount, about once a second while it changes. Encoders show it. Agents of
   * an earlier version ignore it.
   */
  z.object({ type: z.literal("listeners"), mount: Mount, count: z.number() }),
  /** Only to an agent that offers it. */
  FetchRequest,
  StreamReferences,
  EarProbe,
]);
export type GatewayMessage = z.infer<typeof GatewayMessage>;

export const agentPaths = {
  control: "/ingest/control",
  /** Followed by the room path and `?stream=<stream id>&connection=<connection id>`. */
  audio: "/ingest/audio/",
  /** A plain GET with `?id=` for each reference: their peaks, as `encodePeakList` gives them. */
  references: "/ingest/references",
  /** A POST of the peaks of a minute of sound, with `soundRequest`. */
  sound: "/ingest/sound",
  /** A POST of the peaks of sound that nothing explains, with `soundRequest`; answers `Candidates`. */
  unnamed: "/ingest/unnamed",
} as const;

export const closeCodes = {
  /** A newer agent has started: stop permanently. */
  fenced: 4409,
  /** The room no longer carries this stream; wait for the next `route`. */
  unrouted: 4410,
  /** The signature was not accepted. */
  unauthorized: 4401,
} as const;

export const snapshotIntervalMs = 5_000;
/** Time without a message from the agent after which the gateway's data about its mounts is out of date. */
export const leaseMs = 15_000;
export const signatureWindowMs = 120_000;
