import { logInByPasskeyCall } from "#app/domains/accounts/calls/accounts.ts";
import {
  addPasskeyCall,
  listPasskeysCall,
  removePasskeyCall,
  renamePasskeyCall,
  startPasskeyCall,
  startPasskeyLogInCall,
} from "#app/domains/accounts/calls/security.ts";
import {
  AddPasskeyInput,
  PasskeyInput,
  PasskeyLogInInput,
  PasswordInput,
  RenamePasskeyInput,
} from "#app/domains/accounts/contract/security.ts";
import { logInByPasskey, startPasskeyLogIn } from "#app/domains/accounts/security/passkey-log-in.server.ts";
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "#app/domains/accounts/security/passkeys.server.ts";
import { respond, type Served, serve } from "./serve.ts";
import { deviceOf, signedIn } from "./signed-in.ts";

export const passkeys: readonly Served[] = [
  serve(listPasskeysCall, { summary: "The user's passkeys.", run: listPasskeys }),
  serve(startPasskeyCall, {
    summary: "Options for creating a passkey.",
    input: PasswordInput,
    run: startPasskey,
  }),
  serve(addPasskeyCall, {
    summary: "Save the passkey that the browser created.",
    input: AddPasskeyInput,
    run: addPasskey,
  }),
  serve(renamePasskeyCall, {
    summary: "Rename a passkey.",
    input: RenamePasskeyInput,
    run: renamePasskey,
  }),
  serve(removePasskeyCall, { summary: "Remove a passkey.", input: PasskeyInput, run: removePasskey }),
  serve(startPasskeyLogInCall, {
    summary: "Options for signing in with a passkey.",
    run: startPasskeyLogIn,
  }),
  respond(logInByPasskeyCall, {
    summary: "Sign in with a passkey.",
    input: PasskeyLogInInput,
    respond: async (c, input) => signedIn(c, await logInByPasskey(c.get("app"), input, deviceOf(c))),
  }),
];
