import { type Served, serve } from "#workers/api/serve.ts";
import {
  listPostsCall,
  listPostTargetsCall,
  previewPostCall,
  removePostTargetCall,
  testPostCall,
  updatePostTargetCall,
} from "../calls.ts";
import { removeTarget, updateTarget } from "../change.server.ts";
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
];
