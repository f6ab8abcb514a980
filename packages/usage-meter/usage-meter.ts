import { AsyncLocalStorage } from "node:async_hooks";
import { AwakeTime } from "./awake.ts";
import { meterBucket } from "./bucket.ts";
import { meterDatabase } from "./database.ts";
import { meterStorage } from "./storage.ts";
import { addUsage, noUsage, type Usage } from "./usage.ts";

type ObjectClass = new (ctx: DurableObjectState, env: never) => object;
type Method = (this: object, ...words: unknown[]) => unknown;

/** One object in memory. */
interface Instance {
  usage: Usage;
  awake: AwakeTime;
}

/** Share of a request that the platform bills for a message of a socket. */
const messageRequests = 1 / 20;

/** Methods of an object that the platform calls, with what each counts as; all others are calls of other code. */
const events: Readonly<Record<string, number>> = {
  fetch: 1,
  alarm: 1,
  webSocketMessage: messageRequests,
  webSocketClose: 0,
  webSocketError: 0,
};

/** Counts the usage of all objects and of the Worker that run in this isolate. */
export class UsageMeter {
  /** Counts by the name of a class, or `worker`. */
  readonly #usages = new Map<string, Usage>();
  readonly #statements = new Map<string, number>();
  readonly #instances: { name: string; instance: Instance }[] = [];
  readonly #running = new AsyncLocalStorage<Instance>();
  readonly #metered = new WeakSet<object>();

  constructor() {
    this.#watchTimers();
    this.#watchSockets();
  }

  /** The counts by class, and those of the Worker. `awakeMs` includes what is awake now. */
  usages(now = Date.now()): Record<string, Usage> {
    const all: Record<string, Usage> = {};
    for (const [name, usage] of this.#usages) all[name] = { ...usage };
    for (const { name, instance } of this.#instances) {
      const usage = all[name];
      if (usage !== undefined) usage.awakeMs += instance.awake.total(now);
    }
    return all;
  }

  total(now = Date.now()): Usage {
    return Object.values(this.usages(now)).reduce(addUsage, { ...noUsage });
  }

  /** Rows written, by class and the first words of the statement. */
  statements(): Record<string, number> {
    return Object.fromEntries([...this.#statements].toSorted(([, a], [, b]) => b - a));
  }

  /** The same class, whose instances are counted under `name`. */
  objectClass<C extends ObjectClass>(name: string, base: C): C {
    const usage = this.#usageOf(name);
    const noteRows = this.#noteRows(name);
    const bind = (env: object) => this.#meterBindings(env, usage, name);
    const begin = (instance: Instance) => this.#instances.push({ name, instance });
    const isRunning = (instance: Instance) => this.#running.getStore() === instance;
    const run = (instance: Instance, work: () => unknown) => this.#run(instance, work);
    const metered = class extends (base as ObjectClass) {
      readonly meteredAs: Instance;

      constructor(ctx: DurableObjectState, env: object) {
        meterStorage(ctx, usage, noteRows);
        super(ctx, bind(env) as never);
        this.meteredAs = { usage, awake: new AwakeTime() };
        begin(this.meteredAs);
      }
    };
    for (const method of methodsOf(base)) {
      const original = (base.prototype as Record<string, Method>)[method] as Method;
      Object.defineProperty(metered.prototype, method, {
        configurable: true,
        writable: true,
        value(this: { meteredAs?: Instance }, ...words: unknown[]) {
          const instance = this.meteredAs;
          // Called by the object itself, also while it is constructed.
          if (instance === undefined || isRunning(instance)) return Reflect.apply(original, this, words);
          usage.requests += events[method] ?? 1;
          if (method === "alarm") usage.alarms += 1;
          return run(instance, () => Reflect.apply(original, this, words));
        },
      });
    }
    return metered as unknown as C;
  }

  /** The same handlers, whose calls are counted under `worker`. */
  handlers<Env extends object>(worker: Required<Pick<ExportedHandler<Env>, "fetch" | "scheduled">>) {
    const usage = this.#usageOf("worker");
    return {
      fetch: (request: Parameters<typeof worker.fetch>[0], env: Env, ctx: ExecutionContext) => {
        usage.workerCalls += 1;
        return worker.fetch(request, this.#meterBindings(env, usage, "worker"), ctx);
      },
      scheduled: (event: ScheduledController, env: Env, ctx: ExecutionContext) => {
        usage.workerCalls += 1;
        return worker.scheduled(event, this.#meterBindings(env, usage, "worker"), ctx);
      },
    };
  }

  #usageOf(name: string): Usage {
    const usage = this.#usages.get(name) ?? { ...noUsage };
    this.#usages.set(name, usage);
    return usage;
  }

  #noteRows(name: string) {
    return (statement: string, rows: number) => {
      const key = `${name}: ${statement}`;
      this.#statements.set(key, (this.#statements.get(key) ?? 0) + rows);
    };
  }

  #run(instance: Instance, work: () => unknown): unknown {
    instance.awake.begin(Date.now());
    const end = () => instance.awake.end(Date.now());
    let result: unknown;
    try {
      result = this.#running.run(instance, work);
    } catch (error) {
      end();
      throw error;
    }
    if (!(result instanceof Promise)) end();
    else result.then(end, end);
    return result;
  }

  #meterBindings<Env extends object>(env: Env, usage: Usage, name: string): Env {
    const metered: Record<string, unknown> = {};
    for (const [binding, value] of Object.entries(env)) {
      metered[binding] = value;
      if (typeof value !== "object" || value === null) continue;
      if ("createMultipartUpload" in value) metered[binding] = meterBucket(value, usage);
      else if ("prepare" in value && "batch" in value && !this.#metered.has(value)) {
        this.#metered.add(value);
        meterDatabase(value as D1Database, usage, this.#noteRows(`${name} D1`));
      }
    }
    return metered as Env;
  }

  /** A pending timer keeps its object awake. */
  #watchTimers(): void {
    const pending = new Map<unknown, Instance>();
    const settle = (timer: unknown) => {
      pending.get(timer)?.awake.end(Date.now());
      pending.delete(timer);
    };
    for (const [set, clear] of [
      ["setTimeout", "clearTimeout"],
      ["setInterval", "clearInterval"],
    ] as const) {
      const setTimer = globalThis[set] as (work: () => void, ms?: number, ...words: unknown[]) => number;
      const clearTimer = globalThis[clear] as (timer: number | null) => void;
      Object.assign(globalThis, {
        [set]: (work: (...words: unknown[]) => void, ms?: number, ...words: unknown[]) => {
          const instance = this.#running.getStore();
          const timer = setTimer(() => {
            if (set === "setTimeout") settle(timer);
            work(...words);
          }, ms);
          if (instance !== undefined) {
            instance.awake.begin(Date.now());
            pending.set(timer, instance);
          }
          return timer;
        },
        [clear]: (timer: number | null) => {
          settle(timer);
          clearTimer(timer);
        },
      });
    }
  }

  /** A socket that does not hibernate keeps its object awake. */
  #watchSockets(): void {
    const running = this.#running;
    const accept = Reflect.get(WebSocket.prototype, "accept");
    WebSocket.prototype.accept = function acceptMetered(...words) {
      const instance = running.getStore();
      if (instance !== undefined) {
        instance.awake.begin(Date.now());
        this.addEventListener("close", () => instance.awake.end(Date.now()), { once: true });
      }
      return accept.apply(this, words);
    };
  }
}

/**
 * Names of the methods by which a class and those it extends are called from outside. A class that handles the
 * platform's own events (`fetch` and `webSocketMessage`, as PartyServer's does) is a framework: its other methods, and
 * hooks that begin with `on`, are called by the object itself.
 */
function methodsOf(base: ObjectClass): Set<string> {
  const names = new Set<string>();
  let prototype = base.prototype as object | null;
  while (prototype !== null && prototype !== Object.prototype) {
    const own = Object.getOwnPropertyDescriptors(prototype) as Record<string, PropertyDescriptor>;
    const isFramework = "fetch" in own && "webSocketMessage" in own && "onConnect" in own;
    for (const [name, { value }] of Object.entries(own))
      if (
        typeof value === "function" &&
        name !== "constructor" &&
        (name in events || !(isFramework || /^on[A-Z]/.test(name)))
      )
        names.add(name);
    prototype = Object.getPrototypeOf(prototype) as object | null;
  }
  return names;
}
