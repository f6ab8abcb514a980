/** The texts of posts whose owner has written none. Pure. */
import type { PostFacts } from "./build.ts";
import type { PostParty } from "./contract.ts";

/** The kind of a target's text; `ended` replaces `live` when the broadcast ends. */
export type PostKind = "live" | "booking" | "ended";
/** The kind of a target's owner: a person says "I". */
export type PostOwnerKind = "user" | "stage";

interface Voice {
  party: PostParty;
  owner: PostOwnerKind;
}

const texts: Record<PostOwnerKind, Record<PostKind, string>> = {
  user: {
    live: "I am live on {stage} with {set}.",
    booking: "I play {set} on {stage}, {time}.",
    ended: "I was live on {stage} with {set}.",
  },
  stage: {
    live: "{performer} is live on {stage}: {set}.",
    booking: "{performer} on {stage}: {set}, {time}.",
    ended: "{performer} was live on {stage}: {set}.",
  },
};

/** Texts without a set, as on a performer's own profile. */
const withoutSet: Record<PostOwnerKind, Partial<Record<PostKind, string>>> = {
  user: { live: "I am live on {stage}.", ended: "I was live on {stage}." },
  stage: { live: "{performer} is live on {stage}.", ended: "{performer} was live on {stage}." },
};

/** Texts of a stage that does not tell who plays; `{set}` is then "a live set" where there is none. */
const unnamed: Record<PostKind, string> = {
  live: "{stage} is live: {set}.",
  booking: "{set} on {stage}, {time}.",
  ended: "{stage} was live: {set}.",
};

const firstTweet = "I am LIVE NOW on Cue Music!";

/** Returns the default text in the form of the settings, where nothing was written, and where it was deleted. */
export function defaultText({ party, owner }: Voice, kind: PostKind): string {
  return party === "twitter" && owner === "user" && kind === "live" ? firstTweet : texts[owner][kind];
}

/**
 * Returns the posted text where nothing was written. X does not accept posts that are nearly the same, neither across
 * accounts nor twice from one: if every performer who never changed the default tweet sent exactly that, the operator
 * could lose access for all of them. The default therefore goes on with what differs each time: who plays, what, where
 * and when. The preview shows it like this.
 */
export function postedDefault(
  voice: Voice,
  kind: PostKind,
  facts: Pick<PostFacts, "performer" | "set">,
): string {
  const text = defaultText(voice, kind);
  if (text === firstTweet)
    return facts.set === null
      ? `${firstTweet} {performer} on {stage}, {time}`
      : `${firstTweet} {performer}: {set} on {stage}, {time}`;
  if (voice.owner === "stage" && facts.performer === null) return unnamed[kind];
  return (facts.set === null && withoutSet[voice.owner][kind]) || text;
}

/** The text to fill in: the owner's, or the default where they have written none or left the default as it is. */
export function templateOf(
  voice: Voice,
  kind: PostKind,
  { own, facts }: { own: string; facts: Pick<PostFacts, "performer" | "set"> },
): string {
  const text = own.trim();
  return text === "" || text === defaultText(voice, kind) ? postedDefault(voice, kind, facts) : text;
}

/**
 * Returns the text as it is stored: empty for the default, so that a better default reaches everyone who never wrote a
 * text.
 */
export const storedText = (voice: Voice, kind: PostKind, text: string): string =>
  text.trim() === defaultText(voice, kind) ? "" : text.trim();

/** A set, for previews and tests, which are about none. It starts at the next full hour. */
export function exampleFacts({
  owner,
  name,
  now,
}: {
  owner: PostOwnerKind;
  name: string;
  now: number;
}): PostFacts {
  const hourMs = 3_600_000;
  return {
    performer: owner === "user" ? name : "Ana Lume",
    stage: owner === "stage" ? name : "Night Shift",
    set: "Friday Warm-Up",
    at: Math.ceil(now / hourMs) * hourMs,
  };
}
