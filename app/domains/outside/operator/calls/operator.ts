import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import type {
  DescribeLabelCommand,
  DescribeTrackCommand,
} from "#app/domains/music/tracks/contract/descriptions.ts";
import {
  type ArtistInput,
  ArtistProfileView,
  LabelProfileView,
  TrackProfileView,
} from "#app/domains/music/tracks/contract/records.ts";
import { AnnouncementView } from "#app/domains/value/announcements/contract.ts";
import {
  type AnnounceCommand,
  AppointedAnswer,
  AwardAnswer,
  type CreateSetCommand,
  type CreateStageCommand,
  type GrantAwardCommand,
  type MakePerformerCommand,
  OpenedStageAnswer,
  PerformerAnswer,
  type RetractCommand,
  ReviewAnswer,
  SetAnswer,
  StageAnswer,
  UserAnswer,
  type UserCommand,
} from "../contract/commands.ts";

export const makeManagerCall = defineCall("POST", "/operator/make-manager", {
  who: "operator",
  input: takes<typeof UserCommand>(),
  answer: UserAnswer,
});

export const appointPerformerCall = defineCall("POST", "/operator/make-performer", {
  who: "operator",
  input: takes<typeof MakePerformerCommand>(),
  answer: z.union([PerformerAnswer, AppointedAnswer]),
});

export const createStageAsOperatorCall = defineCall("POST", "/operator/create-stage", {
  who: "operator",
  input: takes<typeof CreateStageCommand>(),
  answer: z.union([StageAnswer, OpenedStageAnswer]),
});

export const scheduleSetCall = defineCall("POST", "/operator/create-set", {
  who: "operator",
  input: takes<typeof CreateSetCommand>(),
  answer: SetAnswer,
});

export const giveAwardCall = defineCall("POST", "/operator/grant-award", {
  who: "operator",
  input: takes<typeof GrantAwardCommand>(),
  answer: AwardAnswer,
});

export const runAwardsCall = defineCall("POST", "/operator/run-awards", {
  who: "operator",
  answer: ReviewAnswer,
});

export const announceCall = defineCall("POST", "/operator/announce", {
  who: "operator",
  input: takes<typeof AnnounceCommand>(),
  answer: AnnouncementView,
});

export const retractAnnouncementCall = defineCall("POST", "/operator/retract-announcement", {
  who: "operator",
  input: takes<typeof RetractCommand>(),
  answer: AnnouncementView,
});

export const listAnnouncementsCall = defineCall("POST", "/operator/announcements", {
  who: "operator",
  answer: z.array(AnnouncementView),
});

export const describeTrackCall = defineCall("POST", "/operator/describe-track", {
  who: "operator",
  input: takes<typeof DescribeTrackCommand>(),
  answer: TrackProfileView,
});

export const describeLabelCall = defineCall("POST", "/operator/describe-label", {
  who: "operator",
  input: takes<typeof DescribeLabelCommand>(),
  answer: LabelProfileView,
});

export const removeArtistPictureCall = defineCall("POST", "/operator/remove-artist-picture", {
  who: "operator",
  input: takes<typeof ArtistInput>(),
  answer: ArtistProfileView,
});

export const makeOperatorCall = defineCall("POST", "/operator/make-operator", {
  who: "key",
  input: takes<typeof UserCommand>(),
  answer: UserAnswer,
});

export const removeOperatorCall = defineCall("POST", "/operator/remove-operator", {
  who: "key",
  input: takes<typeof UserCommand>(),
  answer: UserAnswer,
});

export const banCall = defineCall("POST", "/operator/ban", {
  who: "operator",
  input: takes<typeof UserCommand>(),
  answer: UserAnswer,
});

export const unbanCall = defineCall("POST", "/operator/unban", {
  who: "operator",
  input: takes<typeof UserCommand>(),
  answer: UserAnswer,
});
