/** Connects the agent's parts with each other, starts them in order, and stops them. */
import { snapshotIntervalMs } from "#app/domains/air/media/contract/control.ts";
import type { PipelineListener } from "./audio/pipeline.ts";
import { Authorizer } from "./authorizer.ts";
import { Broadcasts } from "./broadcasts.ts";
import type { AgentConfig } from "./config.ts";
import { Door } from "./door/door.ts";
import { cleanTitle } from "./door/title.ts";
import { Ears } from "./ear/ears.ts";
import { Fetcher } from "./fetcher/fetcher.ts";
import { Icecast } from "./icecast/icecast.ts";
import { log } from "./log.ts";
import { Mounts } from "./mounts.ts";
import { ServerClock } from "./server-clock.ts";
import { StallWatch } from "./stall-watch.ts";
import { Control } from "./uplink/control.ts";

export class Agent {
  readonly #config: AgentConfig;
  readonly #clock = new ServerClock();
  readonly #stalls = new StallWatch(() => this.#clock.local());
  readonly #mounts = new Mounts(
    () => this.#now(),
    (fact) => this.#control.report(fact),
  );
  readonly #authorizer = new Authorizer(
    (mount, password) => this.#control.authorize(mount, password),
    () => this.#control.isConnected(),
    () => this.#clock.local(),
  );
  readonly #fetcher = new Fetcher({ now: () => this.#clock.local() });
  readonly #ears: Ears;
  readonly #broadcasts: Broadcasts;
  readonly #control: Control;
  readonly #door: Door;
  readonly #icecast: Icecast;
  #stopDoor = () => {};
  #stopIcecast = async () => {};
  #snapshots: NodeJS.Timeout | undefined;

  /** `onFenced`: a newer agent has taken over. */
  constructor(config: AgentConfig, onFenced: () => void) {
    this.#config = config;
    this.#broadcasts = new Broadcasts({
      origin: config.workerSocketUrl,
      agentKey: config.agentKey,
      clock: this.#clock,
      stalls: this.#stalls,
    });
    this.#ears = new Ears({
      origin: config.workerSocketUrl.replace(/^ws/, "http"),
      agentKey: config.agentKey,
      clock: this.#clock,
      onHeard: (mount, connection, line) => this.#mounts.heard(mount, connection, line),
    });
    this.#control = this.#createControl(onFenced);
    this.#door = this.#createDoor();
    this.#icecast = new Icecast({
      folder: config.folder,
      isAdmitted: (mount, ticket) => this.#door.isAdmitted(mount, ticket),
      onMountsChanged: () => void this.#reconcile(),
    });
  }

  /** Its stop ends what runs by then, also before the agent is ready. */
  start(): () => Promise<void> {
    const stopStallWatch = this.#stalls.start();
    const stopControl = this.#control.start();
    const stopFetcher = this.#fetcher.start();
    const stopEars = this.#ears.start();
    return async () => {
      clearInterval(this.#snapshots);
      this.#stopDoor();
      this.#broadcasts.endAll();
      this.#control.sendSnapshot();
      stopEars();
      stopFetcher();
      stopControl();
      await this.#stopIcecast();
      stopStallWatch();
    };
  }

  /** Resolves once encoders can connect. Throws when the port is taken or Icecast does not start. */
  async ready(): Promise<void> {
    this.#stopDoor = await this.#door.start();
    // Started after the door: if the port is taken, no Icecast is left running.
    this.#stopIcecast = await this.#icecast.start();
    this.#snapshots = setInterval(() => {
      this.#authorizer.stillGood(this.#mounts.snapshot().map(({ mount }) => mount));
      void this.#reconcile().then(() => this.#control.sendSnapshot());
    }, snapshotIntervalMs);
  }

  /** Facts are reported in whole milliseconds. */
  #now(): number {
    return Math.round(this.#clock.now());
  }

  #createControl(onFenced: () => void): Control {
    const { workerSocketUrl, agentKey } = this.#config;
    return new Control({
      origin: workerSocketUrl,
      agentKey,
      clock: this.#clock,
      snapshot: () => this.#mounts.snapshot(),
      onRoute: (route) => {
        this.#broadcasts.route(route);
        this.#ears.route(route.mount, route.stream);
      },
      onCut: (mount) => {
        this.#authorizer.forget(mount);
        this.#door.end(mount, "cut");
      },
      onListeners: (mount, count) => this.#mounts.setListeners(mount, count),
      onFetch: (request) => this.#fetcher.fetch(request),
      onReferences: (references) => this.#ears.setReferences(references),
      onProbe: (id) => this.#ears.probe(id),
      onFenced,
    });
  }

  #createDoor(): Door {
    const { ingestPort, ingestAddress, isTrustedProxy } = this.#config;
    return new Door({
      port: ingestPort,
      host: ingestAddress,
      isTrustedProxy,
      now: () => this.#now(),
      icecastPort: () => this.#icecast.whenUp(),
      authorize: (mount, password) => this.#authorizer.check(mount, password),
      isKnownPassword: (mount, password) => this.#authorizer.isRemembered(mount, password),
      listenersOf: (mount) => this.#mounts.listeners(mount),
      broadcasts: this.#broadcasts,
      onConnected: (mount, connection, program) => this.#connected(mount, connection, program),
      onDisconnected: (mount, connection, isLost) => {
        this.#broadcasts.end(mount, connection);
        this.#ears.end(connection);
        this.#mounts.disconnected(mount, connection, isLost);
      },
      onTitle: (mount, fields, at, program) => this.#mounts.title(mount, null, fields, at, program),
      onRefused: (mount, reason) => this.#mounts.refused(mount, reason),
    });
  }

  #connected(mount: string, connection: string, program: string): void {
    this.#mounts.connected(mount, connection, program);
    this.#ears.begin(mount, connection);
    this.#broadcasts.begin(mount, connection, this.#listenerOf(mount, connection));
  }

  #listenerOf(mount: string, connection: string): PipelineListener {
    const mounts = this.#mounts;
    return {
      onDecoded: (codec) => mounts.decoded(mount, connection, codec),
      onFirstAudio: (codec) => mounts.firstAudio(mount, connection, codec),
      onLevel: (level, quality) => mounts.level(mount, connection, level, quality),
      onSilence: (since) => mounts.silence(mount, connection, since),
      onTitle: (fields) => {
        const title = cleanTitle(fields);
        if (title) mounts.title(mount, connection, title, this.#now());
      },
      onSamples: (pcm) => this.#ears.push(connection, pcm),
      onSamplesRestart: () => this.#ears.restart(connection),
      onFault: ({ code, message }) => {
        mounts.fault(mount, connection, code);
        this.#door.end(mount, `${code}: ${message}`);
      },
    };
  }

  /** Icecast's own list decides which mounts exist; while it is down, its sources end without this check. */
  async #reconcile(): Promise<void> {
    const askedAt = performance.now();
    try {
      this.#door.reconcile(await this.#icecast.mounts(), askedAt);
    } catch (error) {
      log("icecast-not-answering", { reason: String(error) }, "warn");
    }
  }
}
