/** The work of the ear's thread: listens to all streams, with one index of references and one budget. */
import type { HeardLine } from "#app/domains/air/media/contract/heard.ts";
import type { Budget } from "#packages/fingerprint/budget.ts";
import { Ear, type EarEvent } from "#packages/fingerprint/ear.ts";
import { LandmarkIndex, type Reference } from "#packages/fingerprint/landmark-index.ts";
import { arePeaks } from "#packages/fingerprint/peak-format.ts";
import type { SoundPiece } from "#packages/fingerprint/sound-pieces.ts";
import { patternReference, preparePattern } from "./pattern.ts";
import { SoundLoss } from "./sound-loss.ts";
import { pieceSamples, RingReader } from "./sound-ring.ts";
import type { FromEar, ToEar } from "./thread-messages.ts";
import { askedSeconds, UnnamedWatch } from "./unnamed-watch.ts";

/** Pieces of one stream that are read in a row: messages and other streams wait for a second of sound at most. */
const piecesAtOnce = 10;
const maxVersions = 10;
const samplesPerMs = 48;
/**
 * Length of waiting sound above which nothing is searched for: what was found is followed, so that no sound is lost.
 */
const maxWaitingMs = 2_000;

/** The references that a stream is compared with. */
interface Wanted {
  references: ReadonlySet<string>;
  /** References, of them, that the index of all references has found. */
  suspects: readonly string[];
}

interface Stream {
  ring: RingReader;
  readonly wanted: Wanted;
  ear: Ear;
  readonly unnamed: UnnamedWatch;
  readonly loss: SoundLoss;
  /** Tells its lines from those of an earlier ear. */
  ears: number;
}

export class Hearing {
  readonly #start: string;
  readonly #budget: Budget;
  readonly #send: (message: FromEar) => void;
  readonly #index = new LandmarkIndex();
  readonly #streams = new Map<string, Stream>();
  #known = new Set<string>();
  #pattern: ReturnType<typeof preparePattern> | undefined;

  /** `start`: an id of this start of the thread. */
  constructor(start: string, budget: Budget, send: (message: FromEar) => void) {
    this.#start = start;
    this.#budget = budget;
    this.#send = send;
  }

  receive(message: ToEar): void {
    switch (message.type) {
      case "open": {
        const wanted: Wanted = { references: new Set(), suspects: [] };
        const ring = new RingReader(message.ring);
        const ear = this.#createEar(wanted, ring);
        const loss = new SoundLoss();
        this.#streams.set(message.stream, { ring, wanted, ear, ears: 1, unnamed: new UnnamedWatch(), loss });
        return;
      }
      case "close":
        return this.#close(message.stream);
      case "wanted":
        return this.#want(message.stream, message.references, message.suspects);
      case "references":
        return this.#learn(message.add, new Set(message.keep));
      case "probe":
        return this.#send({ type: "probed", id: message.id, isRecognized: this.#isWorking() });
    }
  }

  /** Listens to what has come. Returns whether more waits. */
  listen(): boolean {
    let isMore = false;
    for (const [key, stream] of this.#streams) {
      const lostMs = stream.loss.note(stream.ring.lostMs, Date.now());
      if (lostMs > 0) this.#send({ type: "lost", stream: key, lostMs });
      for (let piece = 0; ; piece++) {
        isMore ||= piece === piecesAtOnce;
        const sound = piece === piecesAtOnce ? undefined : stream.ring.read();
        if (sound === undefined) break;
        this.#hear(key, stream, sound);
      }
    }
    return isMore;
  }

  #learn(add: readonly Reference[], keep: Set<string>): void {
    this.#index.remove([...this.#known].filter((id) => !keep.has(id)));
    // One that is damaged must not end the thread.
    this.#index.add(add.filter(({ peaks }) => arePeaks(peaks)));
    this.#known = keep;
  }

  #want(key: string, references: readonly string[], suspects: readonly string[]): void {
    const stream = this.#streams.get(key);
    if (stream === undefined) return;
    const hadAny = stream.wanted.references.size > 0;
    stream.wanted.references = new Set(references);
    stream.wanted.suspects = suspects;
    if (references.length > 0 || !hadAny) return;
    this.#end(key, stream);
    stream.ears += 1;
    stream.ear = this.#createEar(stream.wanted, stream.ring);
  }

  #createEar(wanted: Wanted, ring: RingReader): Ear {
    return new Ear({
      index: this.#index,
      budget: this.#budget,
      processorMs: () => 0,
      isWanted: (reference) => wanted.references.has(reference),
      suspects: () => wanted.suspects,
      isSearching: () => wanted.references.size > 0 && ring.waitingMs <= maxWaitingMs,
    });
  }

  #hear(key: string, stream: Stream, { samples, at }: { samples: Float32Array; at: number }): void {
    this.#tell(key, stream, stream.ear.push(samples, at));
    this.#sendPiece(key, stream.ear.nextPiece());
    const heardMs = samples.length / samplesPerMs;
    if (!stream.unnamed.pass(heardMs)) return;
    const peaks = stream.ear.latestPeaks(askedSeconds);
    this.#send({
      type: "unnamed",
      stream: key,
      from: Math.round(at + heardMs - askedSeconds * 1_000),
      peaks,
    });
  }

  #end(key: string, stream: Stream): void {
    this.#sendPiece(key, stream.ear.nextPiece(true));
    this.#tell(key, stream, stream.ear.end());
  }

  #sendPiece(key: string, piece: SoundPiece | undefined): void {
    if (piece !== undefined) this.#send({ type: "sound", stream: key, ...piece });
  }

  #close(key: string): void {
    const stream = this.#streams.get(key);
    if (stream === undefined) return;
    this.#streams.delete(key);
    for (let sound = stream.ring.read(); sound !== undefined; sound = stream.ring.read())
      this.#hear(key, stream, sound);
    this.#end(key, stream);
    this.#send({ type: "closed", stream: key });
  }

  #tell(key: string, { ears, unnamed }: Stream, events: readonly EarEvent[]): void {
    if (events.length === 0) return;
    const lines = events.map((event) =>
      toHeardLine(event, this.#index.size, `${this.#start}.${key}.${ears}`),
    );
    unnamed.note(events);
    this.#send({ type: "heard", stream: key, lines });
  }

  /** Whether it recognizes the pattern, and hears nearly all of every stream. */
  #isWorking(): boolean {
    const isStarved = [...this.#streams.values()].some(({ loss }) => loss.isStarved(Date.now()));
    return !isStarved && this.#probe();
  }

  /** Recognizes the pattern with an ear of its own: the whole way, but for the streams. */
  #probe(): boolean {
    this.#pattern ??= preparePattern();
    const { reference, heard } = this.#pattern;
    const ear = new Ear({ processorMs: () => 0, share: 1 });
    ear.setReferences([reference]);
    for (let first = 0; first < heard.length; first += pieceSamples) {
      const events = ear.push(heard.subarray(first, first + pieceSamples), first / 48);
      if (events.some(({ line }) => line.reference === patternReference && line.certainty === "named"))
        return true;
    }
    return ear.end().some(({ line }) => line.certainty === "named");
  }
}

function toHeardLine({ kind, line }: EarEvent, indexSize: number, prefix: string): HeardLine {
  const { id, reference, from, to, speed, playback, position } = line;
  const { share, chance, seconds, certainty, versions } = line;
  return {
    line: `${prefix}.${id}`,
    reference,
    from,
    to,
    speed,
    playback: playback === "keyLock" ? "keylock" : "varispeed",
    position: Math.round(1_000 * position),
    share,
    chance,
    seconds,
    // What another recording explains better is not named any more.
    certainty: certainty === "named" ? "named" : "possible",
    versions: versions.slice(0, maxVersions),
    isOver: kind === "closed",
    indexSize,
  };
}
