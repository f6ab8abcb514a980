/** The recording of a local copy, which tests and benches can end, and whose bucket they can make refuse. */

import { Memory } from "#packages/durable/memory.ts";
import { isRefusing } from "./memory.ts";
import { Tape } from "./tape.ts";

export interface LocalTapeRpc {
  refuseBucket(isRefused: boolean): Promise<{ waiting: number }>;
  /** Ends this instance at once, as where its machine fails. The call rejects. */
  abort(): Promise<void>;
}

export class LocalTape extends Tape implements LocalTapeRpc {
  constructor(ctx: DurableObjectState, env: Env) {
    const memory = new Memory(ctx.storage);
    super(ctx, { ...env, TAPES: refusable(env.TAPES, () => memory.get(isRefusing)) });
  }

  async abort(): Promise<void> {
    this.ctx.abort("ended by a test");
  }

  /**
   * Makes R2 refuse every call of this recording, also after an eviction, or take them again. Returns how many chunks
   * R2 does not have.
   */
  async refuseBucket(isRefused: boolean): Promise<{ waiting: number }> {
    new Memory(this.ctx.storage).set(isRefusing, isRefused);
    const index = await this.index();
    return { waiting: index?.chunks.filter(({ place }) => place === "tape").length ?? 0 };
  }
}

/** The same bucket, or upload, whose calls reject while `isRefused`. */
function refusable<T extends object>(of: T, isRefused: () => boolean): T {
  return new Proxy(of, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const call = (args: unknown[]): unknown => Reflect.apply(member, target, args);
      // The only call that asks nothing of R2.
      if (name === "resumeMultipartUpload")
        return (...args: unknown[]) => refusable(call(args) as R2MultipartUpload, isRefused);
      return async (...args: unknown[]) => {
        if (isRefused()) throw new Error(`R2 refuses: ${String(name)}`);
        return call(args);
      };
    },
  });
}
