/**
 * The operators' commands, for `npm run admin` and their page: POST JSON to `/api/operator/<command>`, with the
 * operators' key as bearer token or as a signed-in operator; each returns JSON, or `{ error, code }` with a
 * 4xx status. Commands marked * require the key.
 *
 * | Command            | Body                                                                     | Response |
 * | ------------------ | ------------------------------------------------------------------------ | ------ |
 * | `make-manager`     | `{ user }`                                                               | `{ id, username }` |
 * | `make-performer`   | `{ user, type: "dj" \| "musician" }`                                     | `{ id, username, stream, address, port, mount, password }` |
 * | `create-stage`     | `{ name, manager, instant?, genre?, description?, customUrl? }`          | `{ id, customUrl, stream, address, port, mount, password }` |
 * | `create-set`       | `{ stage, performer, start, end, name, description? }`, times epoch ms   | `{ id }` |
 * | `grant-award`      | `{ user, award, stage? }`                                                | `{ id, username, award, title, isNew }` |
 * | `run-awards`       | `{}`                                                                     | `{ reviewed, granted, told, left }` |
 * | `announce`         | `{ message }`                                                            | the announcement |
 * | `retract-announcement` | `{ number }`                                                         | the announcement |
 * | `announcements`    | `{}`                                                                     | those that are shown, the newest first |
 * | `make-operator` *, `remove-operator` * | `{ user }`                                           | `{ id, username }` |
 * | `references` *     | `{ user, from? }`                                                        | `{ references, next }` |
 * | `describe-track`   | `{ track, album?, label?, released?, copyright?, isrc?, composer?, publisher?, catalogueNumber?, labelCode?, durationMs?, art?, preview?, apple?, spotify? }` | the song |
 * | `describe-label`   | `{ label, parent?, photo?, urls? }`                                      | the label |
 * | `remove-artist-picture` | `{ artist }`                                                         | the artist |
 * | `ban`, `unban`     | `{ user }`                                                               | `{ id, username }` |
 * | `reports`          | `{ all? }`                                                               | reports, the newest first |
 * | `reported`         | `{}`                                                                     | open reports by person |
 * | `settle`           | `{ report, outcome: "dismissed" \| "banned" }`                           | the report |
 * | `dismiss`          | `{ user: id, until }`                                                    | the person |
 * | `settled`, `feedback` | `{ dateCursor?, idCursor? }`                                          | `{ items, dateCursor, idCursor }` |
 * | `people`           | `{ text }`                                                               | people, suspended ones too |
 * | `services`         | `{ check? }`                                                             | the services on which people have accounts |
 *
 * `address`, `port`, `mount` and `password` are returned for the key alone: they let anyone broadcast as someone else.
 *
 * `user`, `manager` and `performer` are an id, an email address or a username; `stage` an id or a custom URL; `award`
 * an id, a title or a name; `artist`, `label` and `parent` an id or a name. Ids are tried first and exactly, and text that
 * looks like an id is never read as a name.
 */
import { createMiddleware } from "hono/factory";
import {
  DescribeLabelCommand,
  DescribeTrackCommand,
} from "#app/domains/music/tracks/contract/descriptions.ts";
import { ArtistInput } from "#app/domains/music/tracks/contract/records.ts";
import {
  describeLabel,
  describeTrack,
  removeArtistPicture,
} from "#app/domains/music/tracks/describe.server.ts";
import {
  announce,
  listAnnouncements,
  retractAnnouncement,
} from "#app/domains/value/announcements/operations.server.ts";
import { AppError } from "#app/errors.ts";
import { CursorInput } from "#app/paging.ts";
import { type Served, serve } from "#workers/api/serve.ts";
import type { HonoEnv } from "#workers/hono.ts";
import { isOperator } from "#workers/operator-key.ts";
import { listServicesCall } from "../calls/elsewhere.ts";
import {
  dismissReportsCall,
  findPeopleCall,
  listFeedbackCall,
  listReportedCall,
  listReportsCall,
  listSettledCall,
  settleReportCall,
} from "../calls/moderation.ts";
import {
  announceCall,
  appointPerformerCall,
  banCall,
  createStageAsOperatorCall,
  describeLabelCall,
  describeTrackCall,
  giveAwardCall,
  listAnnouncementsCall,
  makeManagerCall,
  makeOperatorCall,
  removeArtistPictureCall,
  removeOperatorCall,
  retractAnnouncementCall,
  runAwardsCall,
  scheduleSetCall,
  unbanCall,
} from "../calls/operator.ts";
import { listReferencesCall, removeReferenceCall } from "../calls/recognition.ts";
import {
  appointPerformer,
  giveAward,
  makeManager,
  openNewStage,
  runAwards,
  scheduleSet,
} from "../commands.server.ts";
import {
  AnnounceCommand,
  CreateSetCommand,
  CreateStageCommand,
  GrantAwardCommand,
  MakePerformerCommand,
  RetractCommand,
  UserCommand,
} from "../contract/commands.ts";
import { ServicesCommand } from "../contract/elsewhere.ts";
import { DismissCommand, PeopleCommand, ReportsCommand, SettleCommand } from "../contract/moderation.ts";
import { ReferenceCommand, ReferencesCommand } from "../contract/recognition.ts";
import { listServices } from "../elsewhere.server.ts";
import * as moderation from "../moderation.server.ts";
import { listReferences, removeWrongReference } from "../references.server.ts";

/** Responds 404 to everyone except operators. */
export const requireOperator = createMiddleware<HonoEnv>(async (c, next) => {
  if (!isOperator(c)) throw new AppError("not-found");
  await next();
});

export const operator: readonly Served[] = [
  serve(makeManagerCall, {
    summary: "Let a user open stages and manage them.",
    input: UserCommand,
    run: makeManager,
  }),
  serve(appointPerformerCall, {
    summary: "Make a user a performer.",
    input: MakePerformerCommand,
    run: appointPerformer,
  }),
  serve(createStageAsOperatorCall, {
    summary: "Open a stage.",
    input: CreateStageCommand,
    run: openNewStage,
  }),
  serve(scheduleSetCall, { summary: "Schedule a set.", input: CreateSetCommand, run: scheduleSet }),
  serve(giveAwardCall, { summary: "Give a user an award.", input: GrantAwardCommand, run: giveAward }),
  serve(runAwardsCall, { summary: "Review awards now.", run: runAwards }),
  serve(announceCall, {
    summary: "Announce something to every user.",
    input: AnnounceCommand,
    run: announce,
  }),
  serve(retractAnnouncementCall, {
    summary: "Take an announcement back.",
    input: RetractCommand,
    run: retractAnnouncement,
  }),
  serve(listAnnouncementsCall, {
    summary: "The announcements that are shown, newest first.",
    run: listAnnouncements,
  }),
  serve(describeTrackCall, { summary: "Describe a track.", input: DescribeTrackCommand, run: describeTrack }),
  serve(describeLabelCall, { summary: "Describe a label.", input: DescribeLabelCommand, run: describeLabel }),
  serve(removeArtistPictureCall, {
    summary: "Delete the picture of an artist, so that it does not return.",
    input: ArtistInput,
    run: removeArtistPicture,
  }),
  serve(listReferencesCall, {
    summary: "What a performer's sound is compared with.",
    input: ReferencesCommand,
    run: listReferences,
  }),
  serve(removeReferenceCall, {
    summary: "Take back what the ear learned from a broadcast.",
    input: ReferenceCommand,
    run: removeWrongReference,
  }),
  serve(makeOperatorCall, {
    summary: "Make a user an operator.",
    input: UserCommand,
    run: (ctx, input) => moderation.setOperator(ctx, input, true),
  }),
  serve(removeOperatorCall, {
    summary: "Make an operator an ordinary user.",
    input: UserCommand,
    run: (ctx, input) => moderation.setOperator(ctx, input, false),
  }),
  serve(banCall, { summary: "Suspend a user.", input: UserCommand, run: moderation.ban }),
  serve(unbanCall, { summary: "End a suspension.", input: UserCommand, run: moderation.unban }),
  serve(listReportsCall, {
    summary: "Reports, newest first.",
    input: ReportsCommand,
    run: moderation.listReports,
  }),
  serve(listReportedCall, { summary: "Open reports, by person.", run: moderation.listReported }),
  serve(settleReportCall, {
    summary: "Settle a report.",
    input: SettleCommand,
    run: moderation.settleReport,
  }),
  serve(dismissReportsCall, {
    summary: "Dismiss the reports about a person.",
    input: DismissCommand,
    run: moderation.dismissReports,
  }),
  serve(listSettledCall, {
    summary: "A page of settled reports.",
    input: CursorInput,
    run: moderation.listSettled,
  }),
  serve(listFeedbackCall, {
    summary: "A page of feedback.",
    input: CursorInput,
    run: moderation.listFeedback,
  }),
  serve(findPeopleCall, {
    summary: "Find people, suspended ones too.",
    input: PeopleCommand,
    run: moderation.findPeople,
  }),
  serve(listServicesCall, {
    summary: "The services on which people link accounts, and whether one accepts the keys of this instance.",
    input: ServicesCommand,
    run: listServices,
  }),
];
