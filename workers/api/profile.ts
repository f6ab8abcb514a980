import { Hono } from "hono";
import {
  MyProfileView,
  PerformerProfile,
  SavePerformerInput,
  SaveProfileInput,
} from "#app/domains/people/contract/my-profile.ts";
import {
  getPerformerProfile,
  savePerformerProfile,
  saveProfile,
} from "#app/domains/people/my-profile.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const profile = new Hono<HonoEnv>()
  .post(
    "/users/saveProfile",
    call("user", "Change what is named of one's own profile.", MyProfileView),
    body(SaveProfileInput),
    async (c) => c.json(await saveProfile(c.get("app"), c.req.valid("json"))),
  )
  .get(
    "/djs/getProfile",
    call("user", "What the signed-in user says as a performer.", PerformerProfile),
    async (c) => c.json(await getPerformerProfile(c.get("app"))),
  )
  .post(
    "/djs/saveProfile",
    call("user", "Change what is named of what a performer says.", PerformerProfile),
    body(SavePerformerInput),
    async (c) => c.json(await savePerformerProfile(c.get("app"), c.req.valid("json"))),
  );
