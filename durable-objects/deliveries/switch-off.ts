import { listManagerIds } from "#app/domains/air/sets/queries/requests.ts";
import { findPostTarget, markPostTargetRefused } from "#app/domains/outside/posts/queries/post-targets.ts";
import { disableWebhook, findWebhook } from "#app/domains/outside/webhooks/queries/webhooks.ts";
import type { DeliveryKind, OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { type ListenParty, markListensRefused } from "#app/domains/people/deliveries/queries/listens-of.ts";
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import { managedStagePath } from "#app/paths.ts";
import { type Db, openDb } from "#db/client.ts";
import type { DueList } from "#packages/durable/due-list.ts";
import { inbox } from "../stubs.ts";
import type { DeliveryLog } from "./delivery-log.ts";
import type { DeliveryRow } from "./delivery-row.ts";
import { userOf } from "./targets.ts";

/** The name of this task in the object's due list: its alarm calls `finish` for it. */
export const switchOffDue = "switch-off";

interface Row extends Record<string, SqlStorageValue> {
  target: string;
  kind: DeliveryKind;
  /** The delivery by which it was found out: one notice for each. */
  delivery: string;
  details: string;
  at: number;
}

interface SwitchOffDeps {
  env: Env;
  storage: DurableObjectStorage;
  due: DueList;
  log: DeliveryLog;
  owner: () => OwnerPath;
}

/** Switches off targets that are not valid any more, and tells their owner once: stored first, until both are done. */
export class SwitchOff {
  readonly #deps: SwitchOffDeps;
  readonly #sql: SqlStorage;

  constructor(deps: SwitchOffDeps) {
    this.#deps = deps;
    this.#sql = deps.storage.sql;
    this.#sql.exec(`create table if not exists switched_off (
      target text primary key, kind text not null, delivery text not null, details text not null, at integer not null
    )`);
  }

  /** It is being switched off: nothing is sent to it. */
  has(target: string): boolean {
    return this.#sql.exec("select 1 from switched_off where target = ?", target).toArray().length > 0;
  }

  /** Ends all deliveries to the target of this one. `at`: when the attempt began, because it may be linked anew. */
  begin({ id, target, kind }: DeliveryRow, details: string, at: number): Promise<void> {
    const { log, due } = this.#deps;
    this.#sql.exec(
      "insert into switched_off (target, kind, delivery, details, at) values (?, ?, ?, ?, ?) on conflict do nothing",
      target,
      kind,
      id,
      details,
      at,
    );
    log.endWaiting(target, details, Date.now());
    return due.scheduleBy(switchOffDue, Date.now());
  }

  /** Throws where D1 or an inbox is unavailable: to be repeated. */
  async finish(): Promise<void> {
    for (const row of this.#sql.exec<Row>("select * from switched_off").toArray()) {
      const db = openDb(this.#deps.env.DB);
      const message = await this.#messageOf(db, row);
      if (message !== null) await this.#tell(db, row, message);
      await this.#mark(db, row);
      this.#sql.exec("delete from switched_off where target = ?", row.target);
    }
  }

  async #mark(db: Db, { kind, target, details, at }: Row): Promise<void> {
    const userId = userOf(this.#deps.owner());
    if (kind === "post") await markPostTargetRefused(db, target, at);
    else if (kind === "webhook") await disableWebhook(db, target, { at, reason: details });
    else if (userId !== null) await markListensRefused(db, { userId, party: target as ListenParty }, at);
  }

  /** Null where it is gone or known to be off, as after a test of it: there is nothing to tell. */
  async #messageOf(db: Db, { kind, target, details }: Row): Promise<string | null> {
    if (kind === "listen")
      return `${partyNames[target as ListenParty]} no longer gives Cue access, so your listens are not sent there. Link your account again.`;
    if (kind === "webhook") {
      const hook = await findWebhook(db, target);
      const host = URL.parse(hook?.url ?? "")?.hostname ?? "another site";
      return hook === undefined || hook.disabledAt !== null
        ? null
        : `The webhook at ${host} was switched off. ${details}`;
    }
    const post = await findPostTarget(db, target);
    if (post === undefined || post.refusedAt !== null) return null;
    return `${partyNames[post.party]} no longer accepts posts for ${post.name}, so nothing is posted there. Link it again.`;
  }

  /** Notifies the owner; for a stage its managers. */
  async #tell(db: Db, { delivery, at }: Row, message: string): Promise<void> {
    const owner = this.#deps.owner();
    const userId = userOf(owner);
    const stageId = owner.slice("stage/".length);
    const ids = userId !== null ? [userId] : await listManagerIds(db, stageId);
    const url = userId !== null ? "/settings/social" : managedStagePath(stageId);
    const notice = { kind: "elsewhere", message, at, key: `elsewhere/${delivery}`, url } as const;
    for (const id of ids) await inbox(this.#deps.env, id).notify(notice);
  }
}
