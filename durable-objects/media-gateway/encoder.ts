/** The record of one encoder, as a pure fold over the agent's facts and snapshots. */
import {
  type EncoderReport,
  type Fact,
  signatureWindowMs,
  type Title,
} from "#app/domains/air/media/contract/control.ts";
import { type HeardLine, maxHeardLines } from "#app/domains/air/media/contract/heard.ts";
import { frozenMs, type SourceFaultCode } from "#app/domains/air/media/contract/quality.ts";
import type { EncoderRecord } from "#app/domains/air/media/encoder-record.ts";

export const noEncoder: EncoderRecord = {
  state: "down",
  connection: null,
  connectedAt: null,
  firstAudioAt: null,
  disconnectedAt: null,
  codec: null,
  title: null,
  earlyTitle: null,
  level: null,
  quality: null,
  silentSince: null,
  isFrozenEnd: false,
  endFault: null,
  refusedAt: null,
};

/** An early title belongs to a connection that follows within this time. */
const earlyTitleMs = 30_000;
/** A timestamp further than this from the server's clock is ignored. */
export const maxSkewMs = signatureWindowMs;

type EncoderFact = Exclude<Fact, { type: "refused" }>;

/** Returns the timestamp if it is plausible, else the server's time. */
export function trustStamp(at: number, now: number): number {
  return Math.abs(at - now) > maxSkewMs ? now : at;
}

/** A snapshot's data about a mount, from an agent whose clock is wrong: times are the known ones, else the server's. */
export function withoutStamps(seen: EncoderReport, encoder: EncoderRecord, now: number): EncoderReport {
  const known = seen.connection === encoder.connection ? encoder : noEncoder;
  const isKnownTitle = known.title?.artist === seen.title?.artist && known.title?.title === seen.title?.title;
  return {
    ...seen,
    connectedAt: known.connectedAt ?? now,
    firstAudioAt: seen.firstAudioAt === null ? null : (known.firstAudioAt ?? now),
    title: seen.title === null ? null : isKnownTitle ? known.title : { ...seen.title, at: now },
    silentSince: seen.silentSince === null ? null : (known.silentSince ?? now),
    heard: known.heard,
  };
}

/**
 * Returns the next state, or the same object where the fact changes nothing. Facts of an earlier connection are
 * ignored.
 */
export function applyFact(encoder: EncoderRecord, fact: EncoderFact): EncoderRecord {
  if (fact.type === "title") return applyTitle(encoder, fact);
  if (fact.connection !== encoder.connection) {
    const begins = fact.type === "connected" || fact.type === "firstAudio";
    if (!begins || isEarlierStay(encoder, fact)) return encoder;
    const begun = begin(encoder, fact.connection, fact.at);
    return fact.type === "firstAudio" ? { ...begun, firstAudioAt: fact.at, codec: fact.codec } : begun;
  }
  // This connection is over; only a snapshot, which is complete, could bring it back.
  if (encoder.state === "down") return encoder;
  switch (fact.type) {
    case "connected":
      return encoder.state === "up" ? encoder : { ...encoder, state: "up" };
    case "firstAudio":
      return encoder.state === "up" && encoder.firstAudioAt !== null
        ? encoder
        : { ...encoder, state: "up", firstAudioAt: encoder.firstAudioAt ?? fact.at, codec: fact.codec };
    case "level":
      return {
        ...encoder,
        state: "up",
        level: fact.level,
        quality: fact.quality ?? encoder.quality,
        codec: fact.codec ?? encoder.codec,
      };
    case "silence":
      return {
        ...encoder,
        state: "up",
        silentSince: fact.isSilent ? (encoder.silentSince ?? fact.at) : null,
      };
    case "heard":
      return { ...encoder, state: "up", heard: withLine(encoder.heard ?? [], fact) };
    case "disconnected":
      return end(encoder, fact.at, fact.fault);
  }
}

/** Records a wrong password for the performer to see, while no encoder is connected. */
export function applyRefusal(
  encoder: EncoderRecord,
  { reason, at }: Extract<Fact, { type: "refused" }>,
): EncoderRecord {
  return reason === "password" && encoder.state === "down" ? { ...encoder, refusedAt: at } : encoder;
}

/** The state after a complete snapshot that was taken at `at`; `seen` is its entry for this mount, if there is one. */
export function applySnapshot(
  encoder: EncoderRecord,
  seen: EncoderReport | undefined,
  at: number,
): EncoderRecord {
  if (seen === undefined) return encoder.state === "down" ? encoder : end(encoder, at);
  const base =
    seen.connection === encoder.connection ? encoder : begin(encoder, seen.connection, seen.connectedAt);
  const next: EncoderRecord = {
    ...base,
    state: "up",
    disconnectedAt: null,
    isFrozenEnd: false,
    endFault: null,
    refusedAt: null,
    connectedAt: earlier(base.connectedAt, seen.connectedAt),
    firstAudioAt: earlier(base.firstAudioAt, seen.firstAudioAt),
    codec: seen.codec ?? base.codec,
    title: seen.title ?? base.title,
    level: seen.level,
    quality: seen.quality ?? null,
    silentSince: seen.silentSince,
    heard: seen.heard ?? base.heard,
  };
  return isSame(next, encoder) ? encoder : next;
}

/** No message from the agent for too long: whether the encoder is connected is unknown. */
export function applyLeaseEnd(encoder: EncoderRecord): EncoderRecord {
  return encoder.state === "up" ? { ...encoder, state: "unknown" } : encoder;
}

/** Whether two states mean the same to rooms, apart from the level and what is measured with it. */
export function differsOnlyInLevel(a: EncoderRecord, b: EncoderRecord): boolean {
  return isSame({ ...a, level: null, quality: null }, { ...b, level: null, quality: null });
}

/** The same, but for the title too. */
export function differsOnlyInTitleOrLevel(a: EncoderRecord, b: EncoderRecord): boolean {
  return differsOnlyInLevel({ ...a, title: null }, { ...b, title: null });
}

function applyTitle(encoder: EncoderRecord, fact: Extract<Fact, { type: "title" }>): EncoderRecord {
  const title: Title = { artist: fact.artist, title: fact.title, at: fact.at };
  if (fact.connection === null && encoder.state === "down") return { ...encoder, earlyTitle: title };
  if (fact.connection !== null && fact.connection !== encoder.connection) return encoder;
  if (encoder.state === "down" || (encoder.title !== null && encoder.title.at > title.at)) return encoder;
  return { ...encoder, state: "up", title };
}

/** The lines of the ear after a report of one of them; what ended longest ago is left out. */
function withLine(known: readonly HeardLine[], fact: Extract<Fact, { type: "heard" }>): HeardLine[] {
  const { type: _, mount: _mount, connection: _connection, at: _at, ...line } = fact;
  const before = known.find((each) => each.line === line.line);
  if (before?.isOver === true) return [...known];
  const others = known.filter((each) => each !== before);
  const byAge = (a: HeardLine, b: HeardLine) => Number(b.isOver) - Number(a.isOver) || a.to - b.to;
  return [...others, line].toSorted(byAge).slice(-maxHeardLines);
}

function begin(encoder: EncoderRecord, connection: string, connectedAt: number): EncoderRecord {
  const { earlyTitle } = encoder;
  const isOwnTitle = earlyTitle !== null && Math.abs(connectedAt - earlyTitle.at) <= earlyTitleMs;
  return { ...noEncoder, state: "up", connection, connectedAt, title: isOwnTitle ? earlyTitle : null };
}

function end(encoder: EncoderRecord, at: number, endFault: SourceFaultCode | null = null): EncoderRecord {
  const isFrozenEnd = encoder.quality !== null && encoder.quality.quietMs >= frozenMs;
  return {
    ...encoder,
    state: "down",
    disconnectedAt: at,
    level: null,
    quality: null,
    silentSince: null,
    isFrozenEnd,
    endFault,
  };
}

/** Connection ids sort by time; while one is up, messages about an earlier one are outdated. */
function isEarlierStay(encoder: EncoderRecord, fact: { connection: string; at: number }): boolean {
  return (
    encoder.connection !== null &&
    fact.connection < encoder.connection &&
    fact.at < (encoder.connectedAt ?? 0)
  );
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function isSame(a: EncoderRecord, b: EncoderRecord): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
