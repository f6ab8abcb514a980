import { type Served, serve } from "#workers/api/serve.ts";
import { addDiscord, addTelegram } from "../add-channel.server.ts";
import {
  listPostsCall,
  listPostTargetsCall,
  previewPostCall,
  removePostTargetCall,
  testPostCall,
  updatePostTargetCall,
} from "../calls.ts";
import { removeTarget, updateTarget } from "../change.server.ts";
import { addDiscordCall, addTelegramCall } from "../channel-calls.ts";
import { AddDiscordInput, AddTelegramInput } from "../channel-contract.ts";
import {
  ListPostTargetsInput,
  PostRecordInput,
  PostTargetInput,
  PreviewPostInput,
  UpdatePostTargetInput,
} from "../contract.ts";
import { listTargets } from "../targets.server.ts";
import { listPosts, previewPost, testTarget } from "../try.server.ts";

export const posts: readonly Served[] = [
  serve(listPostTargetsCall, {
    summary: "Where posts go about what the signed-in user, or a stage that they manage, broadcasts.",
    input: ListPostTargetsInput,
    run: listTargets,
  }),
  serve(updatePostTargetCall, {
    summary: "Change when something is posted, and its texts.",
    input: UpdatePostTargetInput,
    run: updateTarget,
  }),
  serve(previewPostCall, {
    summary: "What a text would post about an example set.",
    input: PreviewPostInput,
    run: previewPost,
  }),
  serve(testPostCall, {
    summary: "Post a test now.",
    input: PostTargetInput,
    run: testTarget,
  }),
  serve(listPostsCall, {
    summary: "What was posted, newest first, with its outcome.",
    input: PostRecordInput,
    run: listPosts,
  }),
  serve(removePostTargetCall, {
    summary: "Unlink an account or a channel to which posts go.",
    input: PostTargetInput,
    run: removeTarget,
  }),
  serve(addDiscordCall, {
    summary: "Add a Discord channel by its webhook: of a performer, or of a stage that the user manages.",
    input: AddDiscordInput,
    run: addDiscord,
  }),
  serve(addTelegramCall, {
    summary:
      "Add a Telegram chat in which a bot writes: of a performer, or of a stage that the user manages.",
    input: AddTelegramInput,
    run: addTelegram,
  }),
];
