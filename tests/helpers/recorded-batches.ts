/** Records what tapes are sent, and answers for them. */
import { type Mock, vi } from "vitest";
import { decodeUplink, type UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { TapeBatch, TapeSubject } from "#durable-objects/contract.ts";
import { Tape } from "#durable-objects/tape/tape.ts";

export interface Tapes {
  /** Stored batches, in order. */
  batches: TapeBatch[];
  ends: { subject: TapeSubject; endedAt: number }[];
  /** Both in the order of the calls that were answered. */
  order: string[];
  append: Mock<Tape["append"]>;
  end: Mock<Tape["end"]>;
  /** Id of the running object: what another one had only received is lost. */
  id: string;
  /** Stores each batch at once; otherwise with what follows it: an end, or a call that asks for it. */
  isStoring: boolean;
  isAway: boolean;
  keeps: boolean;
  isPublic: boolean;
}

/** Fakes tapes until `vi.restoreAllMocks`. */
export function fakeTapes(): Tapes {
  const append = vi.spyOn(Tape.prototype, "append");
  const end = vi.spyOn(Tape.prototype, "end");
  const tapes: Tapes = {
    batches: [],
    ends: [],
    order: [],
    append,
    end,
    id: "tape",
    isStoring: true,
    isAway: false,
    keeps: true,
    isPublic: true,
  };
  let [received, stored] = [0, 0];
  const receipt = (isStoring: boolean) => {
    if (isStoring) stored = received;
    return { tape: tapes.id, received, stored };
  };
  append.mockImplementation(async (batch) => {
    if (tapes.isAway) throw new Error("the tape is away");
    if (tapes.keeps) tapes.batches.push(batch);
    tapes.order.push(`batch ${batch.subject.broadcast}`);
    if (!tapes.keeps) return { keeps: false, isPublic: false };
    received += 1;
    return { keeps: true, isPublic: tapes.isPublic, receipt: receipt(tapes.isStoring) };
  });
  vi.spyOn(Tape.prototype, "store").mockImplementation(async () => receipt(true));
  end.mockImplementation(async (subject, endedAt) => {
    if (tapes.isAway) throw new Error("the tape is away");
    tapes.ends.push({ subject, endedAt });
    tapes.order.push(`end ${subject.broadcast}`);
    return receipt(true);
  });
  return tapes;
}

export function framesOf({ frames }: Pick<TapeBatch, "frames">): UplinkFrame[] {
  const view = new DataView(frames.buffer, frames.byteOffset, frames.byteLength);
  const found: UplinkFrame[] = [];
  for (let offset = 0; offset < frames.byteLength; ) {
    const length = view.getUint32(offset);
    const frame = decodeUplink(frames.subarray(offset + 4, offset + 4 + length));
    if (frame === undefined) throw new Error("not an uplink frame");
    found.push(frame);
    offset += 4 + length;
  }
  return found;
}

/** The numbers of all stored frames of a connection, in the order in which they were stored. */
export function storedSeqs(
  batches: readonly TapeBatch[],
  { connection = "connection-1", kind = "opus" }: { connection?: string; kind?: UplinkFrame["kind"] } = {},
): number[] {
  return batches
    .filter((batch) => batch.connection === connection)
    .flatMap((batch) => framesOf(batch))
    .filter((frame) => frame.kind === kind)
    .map(({ seq }) => seq);
}

/** Packets of 20 ms, the first of them at `at`. */
export function packets(from: number, count: number, at: number, change: Partial<UplinkFrame> = {}) {
  return Array.from({ length: count }, (_, i): UplinkFrame => {
    const seq = from + i;
    const payload = new TextEncoder().encode(`#${seq}`);
    return { kind: "opus", seq, at: at + i * 20, isDiscontinuity: false, payload, ...change };
  });
}
