import { Hono } from "hono";
import * as z from "zod/mini";
import {
  AddPasskeyInput,
  PasskeyInput,
  PasskeyLogInInput,
  PasskeyView,
  PasswordInput,
  RenamePasskeyInput,
  WebAuthnJson,
} from "#app/domains/accounts/contract/security.ts";
import { SessionView } from "#app/domains/accounts/contract.ts";
import { logInByPasskey, startPasskeyLogIn } from "#app/domains/accounts/security/passkey-log-in.server.ts";
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "#app/domains/accounts/security/passkeys.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";
import { deviceOf, signedIn } from "./signed-in.ts";

export const passkeys = new Hono<HonoEnv>()
  .get("/passkeys/list", call("user", "The user's passkeys.", z.array(PasskeyView)), async (c) =>
    c.json(await listPasskeys(c.get("app"))),
  )
  .post(
    "/passkeys/addOptions",
    call("user", "What a browser needs to make a passkey.", WebAuthnJson),
    body(PasswordInput),
    async (c) => c.json(await startPasskey(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/passkeys/add",
    call("user", "Keep the passkey that the browser has made.", PasskeyView),
    body(AddPasskeyInput),
    async (c) => c.json(await addPasskey(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/passkeys/rename",
    call("user", "Give a passkey another name.", z.array(PasskeyView)),
    body(RenamePasskeyInput),
    async (c) => c.json(await renamePasskey(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/passkeys/remove",
    call("user", "Remove a passkey.", z.array(PasskeyView)),
    body(PasskeyInput),
    async (c) => c.json(await removePasskey(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/passkeys/logInOptions",
    call("public", "What a browser needs to find a passkey for this site.", WebAuthnJson),
    async (c) => c.json(await startPasskeyLogIn(c.get("app"))),
  )
  .post(
    "/passkeys/logIn",
    call("public", "Sign in by a passkey.", SessionView),
    body(PasskeyLogInInput),
    async (c) => signedIn(c, await logInByPasskey(c.get("app"), c.req.valid("json"), deviceOf(c))),
  );
