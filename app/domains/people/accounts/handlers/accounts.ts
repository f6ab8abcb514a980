import { respond, type Served, serve } from "#workers/api/serve.ts";
import { deviceOf, signedIn } from "#workers/api/signed-in.ts";
import { sessionCookie } from "#workers/session.ts";
import {
  checkEmailTakenCall,
  checkUsernameTakenCall,
  getMeCall,
  issueCaptchaCall,
  logInCall,
  registerCall,
  resendVerificationCall,
  submitFeedbackCall,
} from "../calls/accounts.ts";
import { recoverCall, requestRecoveryCall } from "../calls/recovery.ts";
import { logOutCall } from "../calls/sessions.ts";
import { getTogglesCall, saveTogglesCall } from "../calls/settings.ts";
import { EmailInput, LogInInput, RegisterInput, UsernameInput } from "../contract/accounts.ts";
import { RecoveryInput, RecoveryRequestInput } from "../contract/recovery.ts";
import { FeedbackInput, ToggleSettingsInput } from "../contract/settings.ts";
import { submitFeedback } from "../feedback.server.ts";
import { logIn } from "../log-in.server.ts";
import { getMe, logOut } from "../own-session.server.ts";
import { recover, requestRecovery } from "../recovery.server.ts";
import { checkEmailTaken, checkUsernameTaken, issueCaptcha, register } from "../register.server.ts";
import { getToggles, saveToggles } from "../toggles.server.ts";
import { resendVerification } from "../verification.server.ts";

export const accounts: readonly Served[] = [
  serve(issueCaptchaCall, { summary: "A proof-of-work challenge for registration.", run: issueCaptcha }),
  respond(logInCall, {
    summary: "Sign in with a username or email address.",
    input: LogInInput,
    respond: async (c, input) => signedIn(c, await logIn(c.get("app"), input, deviceOf(c))),
  }),
  respond(registerCall, {
    summary: "Create an account and sign it in.",
    input: RegisterInput,
    respond: async (c, input) => signedIn(c, await register(c.get("app"), input, deviceOf(c))),
  }),
  serve(checkUsernameTakenCall, {
    summary: "True where the username is taken.",
    input: UsernameInput,
    run: checkUsernameTaken,
  }),
  serve(checkEmailTakenCall, {
    summary: "True where the email address is taken.",
    input: EmailInput,
    run: checkEmailTaken,
  }),
  respond(logOutCall, {
    summary: "End this session.",
    respond: async (c) => {
      const notice = await logOut(c.get("app"));
      c.header("set-cookie", sessionCookie(c.env, null));
      return c.json(notice);
    },
  }),
  serve(getMeCall, { summary: "The signed-in user.", run: getMe }),
  serve(resendVerificationCall, {
    summary: "Email the link that confirms the email address again.",
    run: resendVerification,
  }),
  serve(requestRecoveryCall, {
    summary: "Email a link that sets a new password.",
    input: RecoveryRequestInput,
    run: requestRecovery,
  }),
  serve(recoverCall, {
    summary: "Set a new password with an emailed link; every session ends.",
    input: RecoveryInput,
    run: recover,
  }),
  serve(getTogglesCall, {
    summary: "The signed-in user's notification and posting toggles.",
    run: getToggles,
  }),
  serve(saveTogglesCall, {
    summary: "Change some of the toggles; returns all of them.",
    input: ToggleSettingsInput,
    run: saveToggles,
  }),
  serve(submitFeedbackCall, {
    summary: "Send feedback to the people who run this instance.",
    input: FeedbackInput,
    run: submitFeedback,
  }),
];
