import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import {
  type ListPostTargetsInput,
  PostPreviewView,
  type PostRecordInput,
  PostRecordPageView,
  PostRecordView,
  type PostTargetInput,
  PostTargetView,
  type PreviewPostInput,
  type UpdatePostTargetInput,
} from "./contract.ts";

export const listPostTargetsCall = defineCall("GET", "/posts/list", {
  who: "user",
  input: takes<typeof ListPostTargetsInput>(),
  answer: z.array(PostTargetView),
});

export const updatePostTargetCall = defineCall("POST", "/posts/update", {
  who: "user",
  input: takes<typeof UpdatePostTargetInput>(),
  answer: PostTargetView,
});

export const previewPostCall = defineCall("POST", "/posts/preview", {
  who: "user",
  input: takes<typeof PreviewPostInput>(),
  answer: PostPreviewView,
});

export const testPostCall = defineCall("POST", "/posts/test", {
  who: "user",
  input: takes<typeof PostTargetInput>(),
  answer: PostRecordView,
});

export const listPostsCall = defineCall("GET", "/posts/record", {
  who: "user",
  input: takes<typeof PostRecordInput>(),
  answer: PostRecordPageView,
});

/** Responds with the targets that remain. */
export const removePostTargetCall = defineCall("POST", "/posts/remove", {
  who: "user",
  input: takes<typeof PostTargetInput>(),
  answer: z.array(PostTargetView),
});
