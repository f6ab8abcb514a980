import { respond, type Served, serve } from "#workers/api/serve.ts";
import { deviceOf, signedIn } from "#workers/api/signed-in.ts";
import { logInByPasskeyCall } from "../calls/accounts.ts";
import {
  addPasskeyCall,
  listPasskeysCall,
  removePasskeyCall,
  renamePasskeyCall,
  startPasskeyCall,
  startPasskeyLogInCall,
} from "../calls/security.ts";
import {
  AddPasskeyInput,
  PasskeyInput,
  PasskeyLogInInput,
  PasswordInput,
  RenamePasskeyInput,
} from "../contract/security.ts";
import { logInByPasskey, startPasskeyLogIn } from "../security/passkey-log-in.server.ts";
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "../security/passkeys.server.ts";

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
