import { Hono } from "hono";
import * as z from "zod/mini";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import {
  AlertInput,
  BioView,
  BlockInput,
  FollowPage,
  FollowView,
  PerformerSearchInput,
  PersonCard,
  PersonInput,
  PersonPageInput,
  PersonSearchInput,
  RelationNoticeView,
  RelationView,
  UnblockInput,
} from "#app/domains/people/contract/relations.ts";
import { ReportInput } from "#app/domains/people/contract/reports.ts";
import {
  listBlocked,
  listFollowers,
  listFollowing,
  openFollowers,
  openFollowing,
  searchPeople,
  searchPerformers,
} from "#app/domains/people/lists.server.ts";
import { getPerson } from "#app/domains/people/operations.server.ts";
import { block, follow, toggleAlert, unblock, unfollow } from "#app/domains/people/relations.server.ts";
import { report } from "#app/domains/people/reports.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const relations = new Hono<HonoEnv>()
  .post("/users/follow", call("user", "Follow a person.", RelationView), body(PersonInput), async (c) =>
    c.json(await follow(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/unfollow",
    call("user", "No longer follow a person.", RelationView),
    body(PersonInput),
    async (c) => c.json(await unfollow(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/toggleAlert",
    call("user", "Whether to be told when a followed person goes live.", RelationView),
    body(AlertInput),
    async (c) => c.json(await toggleAlert(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/getFollowing",
    call("user", "The latest whom a person follows.", z.array(FollowView)),
    body(PersonInput),
    async (c) => c.json(await listFollowing(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/getFollowers",
    call("user", "The latest followers of a person.", z.array(FollowView)),
    body(PersonInput),
    async (c) => c.json(await listFollowers(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/getFollowingPaginate",
    call("user", "One page of whom a person follows.", FollowPage),
    body(PersonPageInput),
    async (c) => c.json(await openFollowing(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/getFollowersPaginate",
    call("user", "One page of a person's followers.", FollowPage),
    body(PersonPageInput),
    async (c) => c.json(await openFollowers(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/search",
    call("user", "People by the beginnings of the words of their names.", z.array(PersonCard)),
    body(PersonSearchInput),
    async (c) => c.json(await searchPeople(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/djs/search",
    call("user", "Performers who can be booked, by the beginnings of their names.", z.array(PersonCard)),
    body(PerformerSearchInput),
    async (c) => c.json(await searchPerformers(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/blockUser",
    call("user", "Block a person; neither follows the other any longer.", RelationNoticeView),
    body(BlockInput),
    async (c) => c.json(await block(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/unblockUser",
    call("user", "No longer block a person.", RelationNoticeView),
    body(UnblockInput),
    async (c) => c.json(await unblock(c.get("app"), c.req.valid("json"))),
  )
  .get(
    "/users/getBlocked",
    call("user", "Whom the signed-in user has blocked.", z.array(PersonCard)),
    async (c) => c.json(await listBlocked(c.get("app"))),
  )
  .post(
    "/users/getBio",
    call("user", "What a person says of themselves.", BioView),
    body(PersonInput),
    async (c) => c.json(await getPerson(c.get("app"), c.req.valid("json").user)),
  )
  .post("/abuse/submit", call("user", "Report a person.", NoticeView), body(ReportInput), async (c) =>
    c.json(await report(c.get("app"), c.req.valid("json"))),
  );
