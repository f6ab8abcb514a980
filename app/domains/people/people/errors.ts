/** Messages about one person, with their name where it is known. */
export const aboutPerson = {
  "you-blocked": (name = "this person") => `You have blocked ${name}. Unblock them first.`,
  "not-welcome": (name = "this person") => `You cannot contact ${name}.`,
};

/** The refusals of people. */
export const peopleErrors = {
  "too-many-tags": { status: 400, message: "You can add up to five tags." },
  "follow-self": { status: 400, message: "You cannot follow yourself." },
  "block-self": { status: 400, message: "You cannot block yourself." },
  "report-self": { status: 400, message: "You cannot report yourself." },
  "you-blocked": { status: 409, message: aboutPerson["you-blocked"]() },
  "not-welcome": { status: 403, message: aboutPerson["not-welcome"]() },
  "referral-unknown": { status: 404, message: "There is no user with that name." },
  "referral-set": { status: 409, message: "Your referrer is already set." },
  "referral-circular": {
    status: 409,
    message: "You cannot be referred by yourself or by someone you referred.",
  },
} as const;
