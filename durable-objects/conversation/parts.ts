/** The parts of a conversation, each given by name what it works with: first those that stand alone. */

import type { Connection } from "partyserver";
import { SocketBudgets } from "../fan-out/socket-budgets.ts";
import { Presence } from "../presence.ts";
import { Alerts } from "./alerts.ts";
import { Answers } from "./answers.ts";
import { Audience, type SocketState } from "./audience.ts";
import { ConversationViews } from "./conversation-views.ts";
import type { ConversationCore } from "./core.ts";
import { Corrections } from "./corrections.ts";
import { Erasure } from "./erasure.ts";
import { ListSync } from "./list-sync.ts";
import { Marks } from "./marks.ts";
import { Membership } from "./membership.ts";
import { GonePictures } from "./pictures.ts";
import { Talk } from "./talk.ts";

export type ConversationParts = ReturnType<typeof makeParts>;

/** `open`: every open socket, or those of this user. */
export function makeParts(
  core: ConversationCore,
  open: (userId?: string) => Iterable<Connection<SocketState>>,
) {
  const { ctx, env, due, sql, id } = core;
  const views = new ConversationViews(core);
  const audience = new Audience(core, { views, open });
  const corrections = new Corrections(core);
  const alerts = new Alerts(core, { corrections });
  const listSync = new ListSync(core, { views });
  const pictures = new GonePictures(sql, due, env);
  const answers = new Answers(core, { views, listSync });
  const marks = new Marks(core, { audience, alerts, listSync });
  const talk = new Talk(core, { marks, audience, alerts, corrections, listSync, pictures });
  const membership = new Membership(core, { audience, alerts, listSync, talk });
  const presence = new Presence({ ctx, env, due, place: `conversation/${id}` });
  const erasure = new Erasure(core, { audience, alerts, listSync, talk, pictures });
  return {
    alerts,
    answers,
    audience,
    budgets: new SocketBudgets(),
    corrections,
    erasure,
    listSync,
    marks,
    membership,
    pictures,
    presence,
    talk,
    views,
  };
}
