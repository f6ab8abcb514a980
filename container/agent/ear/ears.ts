/** The ear of the agent, seen from the streams: takes their sound, and reports what is heard in each. */
import {
  type EarProbed,
  type HeardLine,
  maxReferences,
  type StreamReferences,
} from "#app/domains/air/media/contract/heard.ts";
import { MediaClock } from "../audio/media-clock.ts";
import { log } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";
import { ColdLookups } from "./cold-lookups.ts";
import { EarThread, type EarThreadOptions } from "./ear-thread.ts";
import { ReferencePeaks } from "./reference-peaks.ts";
import { createRing, RingWriter } from "./sound-ring.ts";
import { SoundUploads } from "./sound-uploads.ts";
import type { FromEar } from "./thread-messages.ts";

export interface EarsOptions extends Pick<EarThreadOptions, "script"> {
  /** `http://host:port`. */
  origin: string;
  agentKey: string;
  clock: ServerClock;
  onHeard: (mount: string, connection: string, line: HeardLine) => void;
}

interface Listening {
  mount: string;
  ring: RingWriter;
  mediaClock: MediaClock;
  /** Lines that were reported and are not over. */
  open: Map<string, HeardLine>;
}

/** References of streams that are not connected are kept for those that will be: so many streams. */
const maxStreams = 400;

export class Ears {
  readonly #options: EarsOptions;
  readonly #thread: EarThread;
  readonly #peaks: ReferencePeaks;
  readonly #uploads: SoundUploads;
  readonly #lookups: ColdLookups;
  /** States by connection. */
  readonly #listening = new Map<string, Listening>();
  /** Mounts of connections that have ended, while the thread hears the rest of them. */
  readonly #ending = new Map<string, string>();
  readonly #streamOf = new Map<string, string>();
  readonly #references = new Map<string, string[]>();
  readonly #probes = new Map<string, { askedAt: number; settle: (answer: EarProbed) => void }>();

  constructor(options: EarsOptions) {
    this.#options = options;
    const { origin, agentKey, clock, script } = options;
    this.#thread = new EarThread({
      ...(script !== undefined && { script }),
      onMessage: (message) => this.#receive(message),
      onStarted: () => this.#notifyAll(),
    });
    this.#uploads = new SoundUploads({ origin, agentKey, clock });
    this.#lookups = new ColdLookups({
      origin,
      agentKey,
      clock,
      onChange: (stream) => this.#wantedChanged(stream),
    });
    this.#peaks = new ReferencePeaks({
      origin,
      agentKey,
      clock,
      onChange: (add, keep) => this.#thread.send({ type: "references", add, keep }),
    });
  }

  start(): () => void {
    const stopThread = this.#thread.start();
    const stopPeaks = this.#peaks.start();
    const stopUploads = this.#uploads.start();
    const stopLookups = this.#lookups.start();
    return () => {
      stopLookups();
      stopUploads();
      stopPeaks();
      stopThread();
    };
  }

  begin(mount: string, connection: string): void {
    const memory = createRing();
    const ring = new RingWriter(memory);
    this.#listening.set(connection, { mount, ring, mediaClock: new MediaClock(), open: new Map() });
    this.#open(connection, memory);
  }

  /** Takes samples in the meter's format. */
  push(connection: string, pcm: Buffer): void {
    const { clock } = this.#options;
    const listening = this.#listening.get(connection);
    listening?.ring.push(pcm, (durationMs) => {
      const local = clock.local();
      return listening.mediaClock.stamp(local, durationMs) + clock.now() - local;
    });
  }

  /** The sound from here on does not continue the sound before. */
  restart(connection: string): void {
    const listening = this.#listening.get(connection);
    if (listening === undefined) return;
    listening.ring.restart();
    listening.mediaClock = new MediaClock();
  }

  end(connection: string): void {
    const mount = this.#listening.get(connection)?.mount;
    if (mount === undefined) return;
    this.#listening.delete(connection);
    this.#ending.set(connection, mount);
    this.#thread.send({ type: "close", stream: connection });
  }

  /** This mount's stream is `stream`. */
  route(mount: string, stream: string): void {
    if (this.#streamOf.get(mount) === stream) return;
    this.#streamOf.set(mount, stream);
    for (const [connection, listening] of this.#listening)
      if (listening.mount === mount) this.#notifyWanted(connection, mount);
  }

  setReferences({ stream, references }: Pick<StreamReferences, "stream" | "references">): void {
    this.#references.delete(stream);
    if (references.length > 0) this.#references.set(stream, references);
    for (const oldest of this.#references.keys()) {
      if (this.#references.size <= maxStreams) break;
      this.#references.delete(oldest);
    }
    this.#wantedChanged(stream);
  }

  /** Never rejects; is not answered while no thread runs. */
  probe(id: string): Promise<EarProbed> {
    const { promise, resolve } = Promise.withResolvers<EarProbed>();
    this.#probes.clear();
    this.#probes.set(id, { askedAt: performance.now(), settle: resolve });
    this.#thread.send({ type: "probe", id });
    return promise;
  }

  #wantedChanged(stream: string): void {
    for (const [connection, { mount }] of this.#listening)
      if (this.#streamOf.get(mount) === stream) this.#notifyWanted(connection, mount);
    this.#peaks.want(this.#allWanted());
  }

  /** Those of streams that are connected first. */
  #allWanted(): Set<string> {
    const connected = new Set([...this.#listening.values()].map(({ mount }) => this.#streamOf.get(mount)));
    const [first, then] = [[...connected], [...this.#references.keys()]];
    return new Set([...first, ...then].flatMap((stream) => this.#wantedOf(stream ?? "")));
  }

  /** Returns the references that were found for it elsewhere, and the gateway's list. */
  #wantedOf(stream: string): string[] {
    const all = new Set([...this.#lookups.of(stream), ...(this.#references.get(stream) ?? [])]);
    return [...all].slice(0, maxReferences.stream);
  }

  #notifyWanted(connection: string, mount: string): void {
    const stream = this.#streamOf.get(mount) ?? "";
    const [references, suspects] = [this.#wantedOf(stream), this.#lookups.of(stream)];
    this.#thread.send({ type: "wanted", stream: connection, references, suspects });
  }

  #open(connection: string, ring: SharedArrayBuffer): void {
    const mount = this.#listening.get(connection)?.mount ?? "";
    this.#thread.send({ type: "open", stream: connection, ring });
    this.#notifyWanted(connection, mount);
  }

  /** A new thread: what the one before it heard is over, and sound that waits for it is lost. */
  #notifyAll(): void {
    this.#ending.clear();
    this.#thread.send({ type: "references", add: this.#peaks.all(), keep: [...this.#allWanted()] });
    for (const [connection, listening] of this.#listening) {
      const memory = createRing();
      listening.ring = new RingWriter(memory);
      for (const line of listening.open.values())
        this.#options.onHeard(listening.mount, connection, { ...line, isOver: true });
      listening.open.clear();
      this.#open(connection, memory);
    }
  }

  #receive(message: FromEar): void {
    if (message.type === "heard") {
      const listening = this.#listening.get(message.stream);
      for (const line of listening === undefined ? [] : message.lines) {
        if (line.isOver) listening?.open.delete(line.line);
        else listening?.open.set(line.line, line);
        this.#options.onHeard(listening?.mount ?? "", message.stream, line);
      }
    } else if (message.type === "sound") {
      const mount = this.#listening.get(message.stream)?.mount ?? this.#ending.get(message.stream) ?? "";
      const stream = this.#streamOf.get(mount);
      if (stream !== undefined) this.#uploads.add({ stream, from: message.from, peaks: message.peaks });
    } else if (message.type === "unnamed") {
      const stream = this.#streamOf.get(this.#listening.get(message.stream)?.mount ?? "");
      if (stream !== undefined) void this.#lookups.ask(stream, message.from, message.peaks);
    } else if (message.type === "lost") {
      const mount = this.#listening.get(message.stream)?.mount;
      log("ear-loses-sound", { stream: this.#streamOf.get(mount ?? ""), lostMs: message.lostMs }, "warn");
    } else if (message.type === "closed") {
      this.#ending.delete(message.stream);
    } else {
      const probe = this.#probes.get(message.id);
      this.#probes.delete(message.id);
      probe?.settle({ ...message, tookMs: Math.round(performance.now() - probe.askedAt) });
    }
  }
}
