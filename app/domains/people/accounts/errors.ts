/** The refusals of accounts. */
export const accountErrors = {
  "login-failed": { status: 401, message: "Wrong username, email or password." },
  banned: { status: 403, message: "This account has been suspended." },
  "username-invalid": { status: 400, message: "Invalid username" },
  "username-like-id": {
    status: 400,
    message: "A username cannot look like an internal id. Please choose another.",
  },
  "username-taken": { status: 409, message: "Username already exists" },
  "email-invalid": { status: 400, message: "Please enter a valid email address." },
  "email-taken": { status: 409, message: "Email already exists" },
  "password-short": { status: 400, message: "8 character minimum" },
  "password-long": { status: 400, message: "A password can have at most 128 characters." },
  "password-common": { status: 400, message: "This password is too easy to guess. Please choose another." },
  "password-mismatch": { status: 400, message: "The passwords do not match." },
  "new-password-short": { status: 400, message: "Your new password must be at least 8 characters long" },
  "wrong-password": { status: 403, message: "The password is wrong." },
  "recovery-unknown": { status: 404, message: "No user exists with those details" },
  "link-used": {
    status: 410,
    message: "This link has already been used or has expired. Please request a new one.",
  },
  "second-factor-needed": { status: 401, message: "Enter the code from your authenticator app." },
  "second-factor-wrong": { status: 401, message: "That code is wrong or has already been used." },
  "second-factor-locked": {
    status: 429,
    message: "Too many wrong codes. Use a recovery code or a passkey, or try again tomorrow.",
  },
  "passkey-failed": { status: 400, message: "The passkey could not be verified. Please try again." },
  "username-too-soon": { status: 409, message: "You can change your username once every 30 days." },
  "email-not-configured": { status: 409, message: "This site is not set up to send email." },
  "captcha-failed": { status: 400, message: "The captcha was not solved or has expired. Please try again." },
} as const;
