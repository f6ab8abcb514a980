import { Hono } from "hono";
import * as z from "zod/mini";
import {
  AccountView,
  CaptchaView,
  EmailInput,
  LogInInput,
  NoticeView,
  RegisterInput,
  SessionView,
  UsernameInput,
} from "#app/domains/accounts/contract.ts";
import { logIn } from "#app/domains/accounts/log-in.server.ts";
import {
  checkEmailTaken,
  checkUsernameTaken,
  getMe,
  issueCaptcha,
  logOut,
  register,
} from "#app/domains/accounts/operations.server.ts";
import { resendVerification } from "#app/domains/accounts/verification.server.ts";
import type { HonoEnv } from "../hono.ts";
import { sessionCookie } from "../session.ts";
import { body, call } from "./call.ts";
import { deviceOf, signedIn } from "./signed-in.ts";

export const accounts = new Hono<HonoEnv>()
  .get("/captcha", call("public", "A proof-of-work challenge for registration.", CaptchaView), async (c) =>
    c.json(await issueCaptcha(c.get("app"))),
  )
  .post(
    "/users/login",
    call("public", "Sign in by username or email address.", SessionView),
    body(LogInInput),
    async (c) => signedIn(c, await logIn(c.get("app"), c.req.valid("json"), deviceOf(c))),
  )
  .post(
    "/users/register",
    call("public", "Make an account and sign it in.", SessionView),
    body(RegisterInput),
    async (c) => signedIn(c, await register(c.get("app"), c.req.valid("json"), deviceOf(c))),
  )
  .post(
    "/users/checkUsername",
    call("public", "True where the username is taken.", z.boolean()),
    body(UsernameInput),
    async (c) => c.json(await checkUsernameTaken(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/checkEmail",
    call("public", "True where the email address is taken.", z.boolean()),
    body(EmailInput),
    async (c) => c.json(await checkEmailTaken(c.get("app"), c.req.valid("json"))),
  )
  .post("/users/logout", call("user", "End this session.", NoticeView), async (c) => {
    const notice = await logOut(c.get("app"));
    c.header("set-cookie", sessionCookie(c.env, null));
    return c.json(notice);
  })
  .get("/users/me", call("user", "The signed-in user.", AccountView), async (c) =>
    c.json(await getMe(c.get("app"))),
  )
  .get(
    "/users/resendVerification",
    call("user", "Mail the link that confirms the email address again.", NoticeView),
    async (c) => c.json(await resendVerification(c.get("app"))),
  );
