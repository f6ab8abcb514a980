import { Hono } from "hono";
import * as z from "zod/mini";
import {
  ChangeEmailInput,
  ChangePasswordInput,
  CodeInput,
  DeviceView,
  EmailLinkInput,
  EmailView,
  EndSessionInput,
  PasswordChangedView,
  PasswordInput,
  RecoveryCodesView,
  SecondFactorSetupView,
  SecondFactorView,
} from "#app/domains/accounts/contract/security.ts";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import { changePassword } from "#app/domains/accounts/security/change-password.server.ts";
import { endOtherSessions, endSession, listDevices } from "#app/domains/accounts/security/devices.server.ts";
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmail,
  requestEmailChange,
  stopEmailChange,
} from "#app/domains/accounts/security/email-change.server.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "#app/domains/accounts/security/second-factor.server.ts";
import type { HonoEnv } from "../hono.ts";
import { sessionCookie } from "../session.ts";
import { body, call } from "./call.ts";
import { deviceOf } from "./signed-in.ts";

export const security = new Hono<HonoEnv>()
  .get("/users/getSessions", call("user", "Where the user is signed in.", z.array(DeviceView)), async (c) =>
    c.json(await listDevices(c.get("app"))),
  )
  .post(
    "/users/endSession",
    call("user", "Sign one device out.", NoticeView),
    body(EndSessionInput),
    async (c) => c.json(await endSession(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/endOtherSessions",
    call("user", "Sign out every device but this one.", NoticeView),
    async (c) => c.json(await endOtherSessions(c.get("app"))),
  )
  .post(
    "/users/changePassword",
    call("user", "Set another password; every session ends, this one goes on anew.", PasswordChangedView),
    body(ChangePasswordInput),
    async (c) => {
      const changed = await changePassword(c.get("app"), c.req.valid("json"), deviceOf(c));
      c.header("set-cookie", sessionCookie(c.env, changed.token));
      return c.json(changed);
    },
  )
  .get(
    "/users/getEmail",
    call("user", "The address in use, and the one that waits to be confirmed.", EmailView),
    async (c) => c.json(await getEmail(c.get("app"))),
  )
  .post(
    "/users/changeEmail",
    call("user", "Ask the old and the new address to confirm a change.", EmailView),
    body(ChangeEmailInput),
    async (c) => c.json(await requestEmailChange(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/cancelEmailChange",
    call("user", "End the change of address that waits.", EmailView),
    async (c) => c.json(await cancelEmailChange(c.get("app"))),
  )
  .post(
    "/users/confirmEmailChange",
    call("public", "Agree to a change of address by a mailed link.", NoticeView),
    body(EmailLinkInput),
    async (c) => c.json(await confirmEmailChange(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/users/stopEmailChange",
    call("public", "Stop a change of address by the link mailed to the old one.", NoticeView),
    body(EmailLinkInput),
    async (c) => c.json(await stopEmailChange(c.get("app"), c.req.valid("json"))),
  )
  .get(
    "/secondFactor/get",
    call("user", "Whether a code is asked for at log-in.", SecondFactorView),
    async (c) => c.json(await getSecondFactor(c.get("app"))),
  )
  .post(
    "/secondFactor/begin",
    call("user", "A secret for the authenticator app.", SecondFactorSetupView),
    body(PasswordInput),
    async (c) => c.json(await beginSecondFactor(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/secondFactor/confirm",
    call("user", "Turn two-step log-in on by a first code.", RecoveryCodesView),
    body(CodeInput),
    async (c) => c.json(await confirmSecondFactor(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/secondFactor/renewCodes",
    call("user", "New recovery codes in place of those before.", RecoveryCodesView),
    body(CodeInput),
    async (c) => c.json(await renewRecoveryCodes(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/secondFactor/remove",
    call("user", "Turn two-step log-in off.", SecondFactorView),
    body(CodeInput),
    async (c) => c.json(await removeSecondFactor(c.get("app"), c.req.valid("json"))),
  );
