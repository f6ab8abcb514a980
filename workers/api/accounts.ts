import {
  checkEmailTakenCall,
  checkUsernameTakenCall,
  getMeCall,
  issueCaptchaCall,
  logInCall,
  registerCall,
  resendVerificationCall,
} from "#app/domains/accounts/calls/accounts.ts";
import { logOutCall } from "#app/domains/accounts/calls/sessions.ts";
import {
  EmailInput,
  LogInInput,
  RegisterInput,
  UsernameInput,
} from "#app/domains/accounts/contract/accounts.ts";
import { logIn } from "#app/domains/accounts/log-in.server.ts";
import { getMe, logOut } from "#app/domains/accounts/own-session.server.ts";
import {
  checkEmailTaken,
  checkUsernameTaken,
  issueCaptcha,
  register,
} from "#app/domains/accounts/register.server.ts";
import { resendVerification } from "#app/domains/accounts/verification.server.ts";
import { sessionCookie } from "../session.ts";
import { respond, type Served, serve } from "./serve.ts";
import { deviceOf, signedIn } from "./signed-in.ts";

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
];
