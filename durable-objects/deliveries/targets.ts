import {
  findPostTarget,
  listPostTargets,
  type PostTarget,
} from "#app/domains/outside/posts/queries/post-targets.ts";
import {
  findWebhook,
  listWebhooks,
  type WebhookRow,
} from "#app/domains/outside/webhooks/queries/webhooks.ts";
import { webhookEventNames } from "#app/domains/people/deliveries/event-names.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { HeardTrack, OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { listListenParties } from "#app/domains/people/deliveries/queries/listens-of.ts";
import { ownerOf } from "#app/domains/people/deliveries/queries/owned-by.ts";
import { eventSentence, songOf } from "#app/domains/people/deliveries/sentences.ts";
import { openDb } from "#db/client.ts";
import { createConnect, isOn } from "../elsewhere.ts";
import type { DeliveryLog } from "./delivery-log.ts";
import type { DeliveryRow, NewDelivery } from "./delivery-row.ts";

/** Targets of the deliveries of one owner, as D1 has them. */
export class Targets {
  readonly #env: Env;
  readonly #log: DeliveryLog;
  readonly #owner: () => OwnerPath;

  constructor(env: Env, log: DeliveryLog, owner: () => OwnerPath) {
    this.#env = env;
    this.#log = log;
    this.#owner = owner;
  }

  /** One delivery for each target that asks for this event. */
  async forEvent(event: OwnEvent): Promise<NewDelivery[]> {
    const db = openDb(this.#env.DB);
    const owner = this.#owner();
    const [posts, hooks] = await Promise.all([listPostTargets(db, owner), listWebhooks(db, owner)]);
    const { kind, key, at } = event;
    const of = { about: kind, eventKind: kind, eventKey: key, since: at };
    return [
      ...posts
        .filter((target) => this.#isPostAsked(target, event))
        .map(({ id }) => {
          const edits = kind === "ended" ? this.#livePost(id, event) : null;
          return { ...of, kind: "post", target: id, text: eventSentence(event), edits } as const;
        }),
      ...hooks
        .filter((hook) => this.#isHookOn(hook) && hook.events.includes(webhookEventNames[kind]))
        .map(({ id }) => ({ ...of, kind: "webhook", target: id, text: JSON.stringify(event) }) as const),
    ];
  }

  /** One delivery for each service on which this person keeps their listens. */
  async forListen(listen: HeardTrack): Promise<NewDelivery[]> {
    const userId = userOf(this.#owner());
    if (userId === null) return [];
    const connect = createConnect(this.#env);
    const parties = await listListenParties(openDb(this.#env.DB), userId);
    const of = { about: "track", eventKind: "listen", eventKey: listen.play, since: listen.heardAt } as const;
    return parties
      .filter((party) => connect(party) !== null)
      .map((party) => ({ ...of, kind: "listen", target: party, text: songOf(listen) }));
  }

  /** Whether it is still linked and switched on. Throws where D1 is unavailable. */
  async isOn({ kind, target }: Pick<DeliveryRow, "kind" | "target">): Promise<boolean> {
    const db = openDb(this.#env.DB);
    if (kind === "webhook") {
      const hook = await findWebhook(db, target);
      return hook !== undefined && this.#isOwn(hook) && this.#isHookOn(hook);
    }
    if (kind === "post") {
      const post = await findPostTarget(db, target);
      return post !== undefined && this.#isOwn(post) && this.#isPostOn(post);
    }
    const userId = userOf(this.#owner());
    return userId !== null && (await listListenParties(db, userId)).some((party) => party === target);
  }

  /** Whether it is one of this owner's, even if it is switched off. */
  async isOwned({ kind, target }: Pick<DeliveryRow, "kind" | "target">): Promise<boolean> {
    const db = openDb(this.#env.DB);
    const row = await (kind === "webhook" ? findWebhook(db, target) : findPostTarget(db, target));
    return row !== undefined && this.#isOwn(row);
  }

  #isPostAsked(target: PostTarget, event: OwnEvent): boolean {
    if (!this.#isPostOn(target)) return false;
    if (event.kind === "live") return target.onLive;
    if (event.kind === "booked") return target.onBooking;
    return event.kind === "ended" && target.isEditedAtEnd && this.#livePost(target.id, event) !== null;
  }

  /** The post about a broadcast that has ended, where it can be changed. */
  #livePost(target: string, { key }: OwnEvent): string | null {
    return this.#log.sentPost(target, { kind: "live", key });
  }

  #isPostOn = ({ party, refusedAt }: PostTarget): boolean =>
    refusedAt === null && createConnect(this.#env)(party) !== null;

  #isHookOn = ({ disabledAt, unconfirmedSince }: WebhookRow): boolean =>
    disabledAt === null && unconfirmedSince === null && isOn(this.#env, "webhooks");

  #isOwn({ userId, stageId }: Pick<PostTarget, "userId" | "stageId">): boolean {
    return this.#owner() === ownerOf({ userId, stageId });
  }
}

/** The id of a person; null for a stage. */
export const userOf = (owner: OwnerPath): string | null =>
  owner.startsWith("user/") ? owner.slice("user/".length) : null;
