/** Senders of a post, of a webhook call and of a listen, with what each of them may use. */
import type { AppContext } from "#app/context.ts";
import { sendListen } from "#app/domains/music/scrobbles/send.server.ts";
import { sendPost } from "#app/domains/outside/posts/send.server.ts";
import { callWebhook } from "#app/domains/outside/webhooks/send.server.ts";
import { createVault } from "#app/domains/people/accounts/security/vault.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { Outcome } from "#app/domains/people/deliveries/outcome.ts";
import type { HeardTrack, OwnerPath } from "#app/domains/people/deliveries/port.ts";
import type { ListenParty } from "#app/domains/people/deliveries/queries/listens-of.ts";
import { openDb } from "#db/client.ts";
import { createConnect } from "../elsewhere.ts";

/** `text`: what was sent, for the record of its owner. */
export type Sent = Outcome & { text?: string };

export interface Senders {
  /**
   * `event` is null for a test, with `text` or the default. `remote`: the post that is to be changed. `isUnsure`: an
   * earlier attempt may have arrived, so that the service is asked first; where it cannot be asked, nothing is sent and
   * the outcome is `unsure`.
   */
  sendPost(delivery: {
    owner: OwnerPath;
    target: string;
    event: OwnEvent | null;
    text: string | null;
    remote: string | null;
    isUnsure: boolean;
  }): Promise<Sent>;
  /** `id`: the same for every attempt. */
  callWebhook(delivery: {
    owner: OwnerPath;
    target: string;
    event: OwnEvent | null;
    id: string;
  }): Promise<Sent>;
  sendListen(delivery: { userId: string; party: ListenParty; listen: HeardTrack }): Promise<Sent>;
}

export type SendContext = Pick<AppContext, "db" | "vault" | "connect" | "clock" | "log">;

export function createSenders(env: Env): Senders {
  const ctx = createSendContext(env);
  return {
    sendPost: (delivery) => sendPost(ctx, delivery),
    callWebhook: (delivery) => callWebhook(ctx, delivery),
    sendListen: (delivery) => sendListen(ctx, delivery),
  };
}

function createSendContext(env: Env): SendContext {
  if (!env.CUE_SECRET) throw new Error("CUE_SECRET is not set");
  const write = (level: "info" | "warn" | "error") => (event: string, fields?: Record<string, unknown>) => {
    console[level === "info" ? "log" : level](JSON.stringify({ level, event, ...fields }));
  };
  return {
    db: openDb(env.DB),
    vault: createVault(env.CUE_SECRET),
    connect: createConnect(env),
    clock: { now: () => Date.now() },
    log: { info: write("info"), warn: write("warn"), error: write("error") },
  };
}
