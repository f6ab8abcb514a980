/** Refusals about tokens, part of the catalogue in `app/errors.ts`. */
export const tokenErrors = {
  "performer-changed": {
    status: 409,
    message: "Someone else is performing now. Nothing was sent. Tip again if you like what you hear.",
  },
  "tip-self": { status: 400, message: "You cannot tip yourself." },
  "tip-amount": { status: 400, message: "Please enter a whole number of tokens within the limits." },
  "tip-unverified": { status: 403, message: "Confirm your email address first, then you can tip." },
  "tokens-short": { status: 409, message: "You do not have enough tokens. Nothing was sent." },
  "tip-limit": { status: 429, message: "You have reached the limit for tips. Nothing was sent." },
  "give-back-late": { status: 409, message: "A tip can be given back within 30 days." },
  "wallet-frozen": {
    status: 409,
    message: "This wallet is frozen while the operators review it. Nothing was lost.",
  },
  "tokens-paused": {
    status: 503,
    message: "Tokens are being checked. Nothing was lost. Please try again in an hour.",
  },
  "key-reused": { status: 409, message: "This request was already used for something else." },
  "device-refused": {
    status: 403,
    message: "This device is not allowed to tip from this wallet. Add it on the tokens page.",
  },
  "phrase-wrong": {
    status: 400,
    message: "These are not 12 words of a recovery phrase. Check the spelling.",
  },
  "proof-wrong": { status: 400, message: "The proof was not made with this key, or is too old." },
  "wallet-key-set": { status: 409, message: "This wallet already has another key." },
  "secret-not-sealed": {
    status: 400,
    message: "Only an encrypted backup is accepted. Nothing was stored.",
  },
  "secret-conflict": { status: 409, message: "The backup was changed on another device. Load it again." },
  "sync-wrong": { status: 403, message: "That code is wrong." },
  "sync-over": { status: 410, message: "This code has expired. Show a new one on the other device." },
  "act-by-key": { status: 409, message: "The instance's key cannot approve this. Log in as an operator." },
  "act-own": { status: 409, message: "Another operator must decide this." },
  "act-decided": { status: 409, message: "Another operator has already decided this." },
  "claim-settled": { status: 409, message: "There is no open claim to change: it was paid or ended." },
} as const;
