/** The first message of a worker of a page: its script has loaded and takes messages. */
const runningNotice = "running";

/** Called in a worker's script once it receives messages: see `PageWorker`. */
export function notifyRunning(): void {
  self.postMessage(runningNotice);
}

const didNotLoad = "The script of a worker did not load.";

export interface PageWorkerHandlers<Notice> {
  onNotice: (notice: Notice) => void;
  /** Its script did not load, not even past the caches. What was sent to it is still waiting: see `start`. */
  onUnloaded: (reason: string) => void;
  /** It runs, and an error in it was caught by nobody. */
  onBroken?: (reason: string) => void;
}

/** The constructor of a worker; replaced in tests. */
type MakeWorker = (url: string, options: WorkerOptions) => Worker;

/**
 * A worker whose script may fail to load. It is requested a second time past every cache, that of the service worker
 * included. Messages and their ports wait until the script runs, as those that are sent to a worker without a script
 * are lost. The script says that it runs by `notifyRunning`.
 */
export class PageWorker<Command, Notice> {
  readonly #url: string;
  readonly #name: string;
  readonly #handlers: PageWorkerHandlers<Notice>;
  readonly #make: MakeWorker;
  #worker: Worker | null = null;
  #isRunning = false;
  #waiting: { command: Command; ports: Transferable[] }[] = [];

  /** `url`: of a script of this build, by `?worker&url`. It starts at once. */
  constructor(
    url: string,
    name: string,
    handlers: PageWorkerHandlers<Notice>,
    make: MakeWorker = (address, options) => new Worker(address, options),
  ) {
    this.#url = url;
    this.#name = name;
    this.#handlers = handlers;
    this.#make = make;
    this.start();
  }

  /** Requests the script again after `onUnloaded`: what waits is sent then. */
  start(): void {
    this.#request(this.#url, () =>
      this.#request(pastCaches(this.#url), (reason) => this.#handlers.onUnloaded(reason)),
    );
  }

  postMessage(command: Command, ports: Transferable[] = []): void {
    if (this.#isRunning) this.#worker?.postMessage(command, ports);
    else this.#waiting.push({ command, ports });
  }

  terminate(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting = [];
  }

  #request(url: string, onUnloaded: (reason: string) => void): void {
    let worker: Worker;
    try {
      worker = this.#make(url, { type: "module", name: this.#name });
    } catch (error) {
      onUnloaded(`${didNotLoad} ${String(error)}`);
      return;
    }
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Notice | typeof runningNotice>) => {
      if (data === runningNotice) this.#onRunning();
      else this.#handlers.onNotice(data);
    };
    worker.onerror = ({ message }) => {
      if (this.#worker !== worker) return;
      if (this.#isRunning) {
        this.#handlers.onBroken?.(message);
        return;
      }
      worker.terminate();
      this.#worker = null;
      // Browsers do not say why.
      onUnloaded(message ? `${didNotLoad} ${message}` : didNotLoad);
    };
  }

  #onRunning(): void {
    this.#isRunning = true;
    for (const { command, ports } of this.#waiting) this.#worker?.postMessage(command, ports);
    this.#waiting = [];
  }
}

/** The address of a script of this build under which no cache has it. */
export function pastCaches(url: string): string {
  return `${url}?fresh=${Date.now()}`;
}
