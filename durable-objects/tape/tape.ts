import { DurableObject } from "cloudflare:workers";
import type { TapeFile, TapeIndex } from "#app/domains/replays/tape-index.ts";
import type { TapeBatch, TapeRpc, TapeSubject } from "../contract.ts";

/** The recording of one performance. */
export class Tape extends DurableObject<Env> implements TapeRpc {
  async append(_batch: TapeBatch): Promise<{ keeps: boolean }> {
    return { keeps: true };
  }
  async end(_subject: TapeSubject, _endedAt: number): Promise<void> {}
  async index(): Promise<TapeIndex | null> {
    return null;
  }
  async readChunk(_n: number, _file: TapeFile): Promise<Uint8Array | null> {
    return null;
  }
  async rightsChanged(): Promise<void> {}
  async erase(): Promise<void> {}
}
