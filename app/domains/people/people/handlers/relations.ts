import { type Served, serve } from "#workers/api/serve.ts";
import {
  blockPersonCall,
  followCall,
  getBioCall,
  listBlockedCall,
  listFollowersCall,
  listFollowingCall,
  openFollowersCall,
  openFollowingCall,
  searchPeopleCall,
  searchPerformersCall,
  toggleAlertCall,
  unblockPersonCall,
  unfollowCall,
} from "../calls/relations.ts";
import { reportPersonCall } from "../calls/reports.ts";
import {
  AlertInput,
  BlockInput,
  PerformerSearchInput,
  PersonInput,
  PersonPageInput,
  PersonSearchInput,
  UnblockInput,
} from "../contract/relations.ts";
import { ReportInput } from "../contract/reports.ts";
import {
  listBlocked,
  listFollowers,
  listFollowing,
  openFollowers,
  openFollowing,
  searchPeople,
  searchPerformers,
} from "../lists.server.ts";
import { getPerson } from "../open-profile.server.ts";
import { block, follow, toggleAlert, unblock, unfollow } from "../relations.server.ts";
import { report } from "../reports.server.ts";

export const relations: readonly Served[] = [
  serve(followCall, { summary: "Follow a person.", input: PersonInput, run: follow }),
  serve(unfollowCall, { summary: "Unfollow a person.", input: PersonInput, run: unfollow }),
  serve(toggleAlertCall, {
    summary: "Whether to be told when a followed person goes live.",
    input: AlertInput,
    run: toggleAlert,
  }),
  serve(listFollowingCall, {
    summary: "The users a person followed most recently.",
    input: PersonInput,
    run: listFollowing,
  }),
  serve(listFollowersCall, {
    summary: "The latest followers of a person.",
    input: PersonInput,
    run: listFollowers,
  }),
  serve(openFollowingCall, {
    summary: "One page of the users a person follows.",
    input: PersonPageInput,
    run: openFollowing,
  }),
  serve(openFollowersCall, {
    summary: "One page of a person's followers.",
    input: PersonPageInput,
    run: openFollowers,
  }),
  serve(searchPeopleCall, {
    summary: "Users, by the start of any word of their name.",
    input: PersonSearchInput,
    run: searchPeople,
  }),
  serve(searchPerformersCall, {
    summary: "Performers who can be booked, by the start of any word of their name.",
    input: PerformerSearchInput,
    run: searchPerformers,
  }),
  serve(blockPersonCall, {
    summary: "Block a person; neither follows the other any longer.",
    input: BlockInput,
    run: block,
  }),
  serve(unblockPersonCall, { summary: "Unblock a person.", input: UnblockInput, run: unblock }),
  serve(listBlockedCall, { summary: "The users that the signed-in user has blocked.", run: listBlocked }),
  serve(getBioCall, {
    summary: "A user's bio.",
    input: PersonInput,
    run: (ctx, input) => getPerson(ctx, input.user),
  }),
  serve(reportPersonCall, { summary: "Report a person.", input: ReportInput, run: report }),
];
