import { PageWorker, pastCaches } from "#app/page-worker.ts";
import type {
  DecodeCommand,
  DecodeNotice,
  PlayoutOptions,
  PlayoutOrder,
  PlayoutPort,
  PlayoutReport,
} from "../playout/chunk.ts";
// oxlint-disable import/default -- the bundler answers `?worker&url` with the address of a file of its own
import wasmUrl from "../playout/decode-wasm.worker.ts?worker&url";
import webcodecsUrl from "../playout/decode-webcodecs.worker.ts?worker&url";
import workletUrl from "../playout/worklet.ts?worker&url";
import type { EngineFigures, EngineHost, ReplayEngine } from "./engine.ts";
import { Mixer } from "./mixer.ts";

type Decoder = "webcodecs" | "wasm";

/** Decode workers are kept from one play to the next, and may be started before the first. */
const workers = new Map<Decoder, DecodeWorker>();
/** The worklet is loaded once per context. */
const loaded = new WeakMap<AudioContext, Promise<void>>();
/** The recent spread of arrivals: the next start buffers that much immediately. */
let knownSpreadMs: number | undefined;

const workerUrls: Record<Decoder, string> = { webcodecs: webcodecsUrl, wasm: wasmUrl };

interface DecodeWorker {
  worker: PageWorker<DecodeCommand, DecodeNotice>;
  /** The engine that plays learns why the worker cannot be used; before there is one, it is only dropped. */
  onFailed: (reason: string) => void;
}

function decodeWorker(decoder: Decoder): DecodeWorker {
  const known = workers.get(decoder);
  if (known) return known;
  const fail = (reason: string) => {
    if (workers.get(decoder) === made) workers.delete(decoder);
    made.worker.terminate();
    made.onFailed(reason);
  };
  const made: DecodeWorker = {
    worker: new PageWorker(workerUrls[decoder], `cue-${decoder}`, {
      onNotice: ({ reason }) => fail(reason),
      onUnloaded: fail,
      onBroken: fail,
    }),
    onFailed: () => {},
  };
  workers.set(decoder, made);
  return made;
}

function loadWorklet(context: AudioContext): Promise<void> {
  const known = loaded.get(context);
  if (known) return known;
  const loading = context.audioWorklet
    .addModule(workletUrl)
    .catch(() => context.audioWorklet.addModule(pastCaches(workletUrl)));
  loaded.set(context, loading);
  loading.catch(() => loaded.delete(context));
  return loading;
}

export function canDecode(decoder: Decoder): boolean {
  // Even a new browser lacks these in a page that was loaded, or is framed, without TLS.
  const hasOutput = typeof AudioWorkletNode !== "undefined" && typeof Worker !== "undefined";
  const hasDecoder =
    decoder === "webcodecs" ? typeof AudioDecoder !== "undefined" : typeof WebAssembly !== "undefined";
  return hasOutput && hasDecoder;
}

/** Prepares everything that needs no click. */
export function preparePackets(context: AudioContext | null): void {
  if (typeof AudioWorkletNode === "undefined") return;
  if (canDecode("webcodecs")) decodeWorker("webcodecs");
  // Into the cache; a context to load it into exists only after the click.
  if (context) loadWorklet(context).catch(() => {});
  else void fetch(workletUrl).catch(() => {});
}

/**
 * Opus packets from a room's socket or a replay's file, decoded in a worker, played by a worklet. Packets go from thread to thread by
 * their own ports: this thread only sets things up and reads the state.
 */
export class PacketEngine implements ReplayEngine {
  readonly name: Decoder;
  readonly isProgressive = false;
  readonly #host: EngineHost;
  readonly #context: AudioContext;
  #node: AudioWorkletNode | null = null;
  #mixer: Mixer | null = null;
  #report: PlayoutReport | null = null;
  #gain: number;
  #isSounding = false;
  #isPaused = false;
  #jump = 0;
  #isStopped = false;

  /** `context` must be open; see `canDecode` for whether this engine can be used. */
  constructor(name: Decoder, host: EngineHost, context: AudioContext) {
    this.name = name;
    this.#host = host;
    this.#context = context;
    this.#gain = host.gain;
  }

  get tapNode(): AudioNode | null {
    return this.#mixer?.tapNode ?? null;
  }

  start(): void {
    this.#context.addEventListener("statechange", this.#onContext);
    const batches = new MessageChannel();
    const chunks = new MessageChannel();
    this.#host.sound.listen(this.#host.listen, batches.port1);
    const decoder = decodeWorker(this.name);
    decoder.onFailed = (reason) => this.#fail(reason);
    const command: DecodeCommand = {
      type: "start",
      batches: batches.port2,
      chunks: chunks.port1,
      isPatient: this.#host.isReplay || this.#host.listen.behindMs > 0,
    };
    decoder.worker.postMessage(command, [batches.port2, chunks.port1]);
    // Decoded chunks wait in the channel until the worklet takes them.
    loadWorklet(this.#context)
      .then(() => this.#openOutput(chunks.port2))
      .catch((error: unknown) => this.#fail(`The audio worklet did not load. ${String(error)}`));
  }

  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#context.removeEventListener("statechange", this.#onContext);
    // A deep buffer does not measure the spread of arrivals, and a file has none.
    if (!this.#host.isReplay && this.#host.listen.behindMs === 0)
      knownSpreadMs = this.#report?.spreadMs ?? knownSpreadMs;
    this.#host.sound.unlisten();
    // Before anything is awaited: the next start may use the same worker.
    const command: DecodeCommand = { type: "stop" };
    workers.get(this.name)?.worker.postMessage(command);
    await this.#mixer?.close();
    this.#node?.port.postMessage("end");
    this.#node?.disconnect();
  }

  setGain(gain: number): void {
    this.#gain = gain;
    this.#mixer?.setGain(gain);
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#order({ type: "hold", isHeld: isPaused });
    if (!isPaused) this.#onContext();
  }

  jumpTo(_position: number, jump: number): void {
    this.#jump = jump;
    // Where the next sound is there at once, no report says that there was none in between.
    this.#isSounding = false;
    this.#order({ type: "jump", jump });
  }

  figures(): EngineFigures {
    // What was reported before the last jump says nothing about the sound that follows.
    const report = (this.#report?.jump ?? 0) < this.#jump ? null : this.#report;
    return {
      heardAt:
        report?.at == null ? null : report.at + this.#sinceMs(report) - (this.#mixer?.latencyMs() ?? 0),
      bufferMs: report?.bufferMs ?? 0,
      underruns: report?.underruns ?? 0,
      concealed: report?.concealed ?? 0,
    };
  }

  level(): number {
    return this.#mixer?.level() ?? 0;
  }

  #openOutput(chunks: MessagePort): void {
    if (this.#isStopped) return;
    const node = new AudioWorkletNode(this.#context, "cue-playout", {
      numberOfInputs: 0,
      outputChannelCount: [2],
      processorOptions: {
        spreadMs: knownSpreadMs,
        behindMs: this.#host.listen.behindMs,
        isReplay: this.#host.isReplay,
      } satisfies PlayoutOptions,
    });
    node.port.onmessage = ({ data }: MessageEvent<PlayoutReport>) => this.#onReport(data);
    node.onprocessorerror = () => this.#fail("The audio thread broke.");
    const port: PlayoutPort = { chunks };
    node.port.postMessage(port, [chunks]);
    this.#node = node;
    if (this.#isPaused) this.#order({ type: "hold", isHeld: true });
    this.#mixer = new Mixer(this.#context, node, this.#gain);
  }

  #order(order: PlayoutOrder): void {
    this.#node?.port.postMessage(order);
  }

  #onReport(report: PlayoutReport): void {
    this.#report = report;
    if (report.jump >= this.#jump) this.#tell(report.isSounding);
  }

  /** A call, an alarm clock or another app may take the output away, and return it. */
  readonly #onContext = () => {
    // While it is paused, the sound card may be released.
    if (this.#context.state === "running" || this.#isPaused) return;
    this.#tell(false);
    this.#context.resume().catch(() => {});
  };

  #tell(isSounding: boolean): void {
    if (isSounding === this.#isSounding || this.#isStopped) return;
    this.#isSounding = isSounding;
    this.#host.onEvent({ type: isSounding ? "sounding" : "starved" });
  }

  /** Sound (ms) played since the report was made. */
  #sinceMs(report: PlayoutReport): number {
    return (this.#context.currentTime - report.contextTime) * 1000 * report.rate;
  }

  #fail(reason: string): void {
    if (this.#isStopped) return;
    this.#host.onEvent({ type: "failed", reason });
  }
}
