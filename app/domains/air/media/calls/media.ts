import { defineCall, takes } from "#app/call.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import {
  DjTestView,
  EncoderView,
  IcecastView,
  type MountInput,
  type PassTestInput,
  PerformerConnectionView,
  type SoundCheckInput,
  SoundCheckView,
  TestConnectionView,
  type TestInput,
} from "../contract/encoder.ts";

export const openConnectionCall = defineCall("GET", "/media/connection", {
  who: "user",
  answer: PerformerConnectionView,
});

export const resetConnectionCall = defineCall("GET", "/liveStreams/generateNewKey", {
  who: "user",
  answer: PerformerConnectionView,
  changesState: true,
});

export const startTestCall = defineCall("POST", "/sets/initialTest", {
  who: "user",
  input: takes<typeof TestInput>(),
  answer: TestConnectionView,
});

export const endTestCall = defineCall("POST", "/sets/endInitialTest", {
  who: "user",
  input: takes<typeof TestInput>(),
  answer: NoticeView,
});

export const checkMountCall = defineCall("POST", "/sets/checkIcecast", {
  who: "user",
  input: takes<typeof MountInput>(),
  answer: IcecastView,
});

export const viewEncoderCall = defineCall("POST", "/media/encoder", {
  who: "user",
  rate: "often",
  input: takes<typeof MountInput>(),
  answer: EncoderView,
});

export const setSoundCheckCall = defineCall("POST", "/media/soundCheck", {
  who: "user",
  input: takes<typeof SoundCheckInput>(),
  answer: SoundCheckView,
});

export const checkTestCall = defineCall("GET", "/users/checkDjTest", {
  who: "user",
  answer: DjTestView,
});

export const passTestCall = defineCall("POST", "/djs/test", {
  who: "user",
  input: takes<typeof PassTestInput>(),
  answer: DjTestView,
});
