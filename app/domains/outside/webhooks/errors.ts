/** Failures of webhooks: part of the application's vocabulary in `app/errors.ts`. */
export const webhookErrors = {
  "webhook-address": {
    status: 400,
    message:
      "Enter a public address that starts with https://, such as https://example.com/cue. Numeric addresses, other ports and addresses of this site cannot be called.",
  },
  "too-many-webhooks": {
    status: 409,
    message: "There can be at most ten webhooks here. Remove one first.",
  },
  "webhook-known": { status: 409, message: "This address was already added here." },
  "webhook-unconfirmed": {
    status: 409,
    message:
      "This address has not answered the challenge, so nothing was sent. The Webhooks page explains how.",
  },
} as const;
