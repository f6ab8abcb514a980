import { respond, type Served, serve } from "#workers/api/serve.ts";
import { deviceOf } from "#workers/api/signed-in.ts";
import { sessionCookie } from "#workers/session.ts";
import { confirmEmailChangeCall, stopEmailChangeCall } from "../calls/accounts.ts";
import {
  beginSecondFactorCall,
  cancelEmailChangeCall,
  changePasswordCall,
  confirmSecondFactorCall,
  getEmailCall,
  getSecondFactorCall,
  listDevicesCall,
  removeSecondFactorCall,
  renewRecoveryCodesCall,
  requestEmailChangeCall,
} from "../calls/security.ts";
import { endOtherSessionsCall, endSessionCall } from "../calls/sessions.ts";
import {
  ChangeEmailInput,
  ChangePasswordInput,
  CodeInput,
  EmailLinkInput,
  EndSessionInput,
  PasswordInput,
} from "../contract/security.ts";
import { changePassword } from "../security/change-password.server.ts";
import { endOtherSessions, endSession, listDevices } from "../security/devices.server.ts";
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmail,
  requestEmailChange,
  stopEmailChange,
} from "../security/email-change.server.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../security/second-factor.server.ts";

export const security: readonly Served[] = [
  serve(listDevicesCall, { summary: "Where the user is signed in.", run: listDevices }),
  serve(endSessionCall, { summary: "Sign one device out.", input: EndSessionInput, run: endSession }),
  serve(endOtherSessionsCall, { summary: "Sign out every device but this one.", run: endOtherSessions }),
  respond(changePasswordCall, {
    summary: "Change the password; every session ends and the caller gets a new one.",
    input: ChangePasswordInput,
    respond: async (c, input) => {
      const changed = await changePassword(c.get("app"), input, deviceOf(c));
      c.header("set-cookie", sessionCookie(c.env, changed.token));
      return c.json(changed);
    },
  }),
  serve(getEmailCall, {
    summary: "The current email address, and the new one that waits for confirmation.",
    run: getEmail,
  }),
  serve(requestEmailChangeCall, {
    summary: "Ask the old and the new address to confirm a change.",
    input: ChangeEmailInput,
    run: requestEmailChange,
  }),
  serve(cancelEmailChangeCall, { summary: "Cancel the pending change of address.", run: cancelEmailChange }),
  serve(confirmEmailChangeCall, {
    summary: "Confirm a change of address with an emailed link.",
    input: EmailLinkInput,
    run: confirmEmailChange,
  }),
  serve(stopEmailChangeCall, {
    summary: "Stop a change of address with the link emailed to the old address.",
    input: EmailLinkInput,
    run: stopEmailChange,
  }),
  serve(getSecondFactorCall, { summary: "Whether a code is asked for at log-in.", run: getSecondFactor }),
  serve(beginSecondFactorCall, {
    summary: "A secret for the authenticator app.",
    input: PasswordInput,
    run: beginSecondFactor,
  }),
  serve(confirmSecondFactorCall, {
    summary: "Turn two-step log-in on with a first code.",
    input: CodeInput,
    run: confirmSecondFactor,
  }),
  serve(renewRecoveryCodesCall, {
    summary: "Replace the recovery codes.",
    input: CodeInput,
    run: renewRecoveryCodes,
  }),
  serve(removeSecondFactorCall, {
    summary: "Turn two-step log-in off.",
    input: CodeInput,
    run: removeSecondFactor,
  }),
];
