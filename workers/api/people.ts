import { Hono } from "hono";
import * as z from "zod/mini";
import { MyProfileView } from "#app/domains/people/contract/my-profile.ts";
import { ProfileInput, ProfileView } from "#app/domains/people/contract.ts";
import { openProfile } from "#app/domains/people/operations.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

const PerformerTypeView = z.object({ performerType: z.nullable(z.enum(["dj", "musician"])) });

export const people = new Hono<HonoEnv>()
  .post(
    "/users/getProfile",
    call(
      "user",
      "A person's profile, by id or username; without one, one's own, which holds more.",
      z.union([MyProfileView, ProfileView]),
    ),
    body(ProfileInput),
    async (c) => c.json(await openProfile(c.get("app"), c.req.valid("json"))),
  )
  .get(
    "/users/getPerformerType",
    call("user", "What kind of performer the signed-in user is.", PerformerTypeView),
    (c) => c.json({ performerType: c.get("app").viewer?.performerType ?? null }),
  );
