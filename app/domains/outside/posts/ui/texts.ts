/** Texts of the settings of posts, by service. */
import { partyNames } from "#app/domains/people/integrations/elsewhere.ts";
import type { PostParty, PostRecordView, PostTargetView } from "../contract.ts";

interface Words {
  onLive: string;
  onBooking: string;
  isEditedAtEnd: string;
  liveText: string;
  bookingText: string;
}

const posts: Words = {
  onLive: "Post when I go live",
  onBooking: "Post when a set is booked",
  isEditedAtEnd: "Change the post when I stop",
  liveText: "Post when live",
  bookingText: "Post when booked",
};

export const tweetWhenLive = "Tweet when I go live";

const tweets: Words = {
  ...posts,
  onLive: tweetWhenLive,
  onBooking: "Tweet when a set is booked",
  liveText: "Tweet",
  bookingText: "Tweet when booked",
};

const ofStages: Words = {
  ...posts,
  onLive: "Post when the stage goes live",
  isEditedAtEnd: "Change the post when a broadcast ends",
};

export const wordsFor = ({
  party,
  owner,
}: Pick<PostTargetView, "party"> & { owner: Pick<PostTargetView["owner"], "kind"> }): Words =>
  owner.kind === "stage" ? ofStages : party === "twitter" ? tweets : posts;

const occasions: Readonly<Record<string, string>> = {
  live: "Live",
  booked: "Booked",
  ended: "Ended",
  test: "Test",
};

export const occasionOf = ({ about }: PostRecordView): string => occasions[about] ?? about;

const states: Record<PostRecordView["status"], string> = {
  waiting: "Waiting to be sent",
  sending: "Sending",
  sent: "Posted",
  unsure: "May not have been posted",
  failed: "Not posted",
};

export const stateOf = ({ status }: PostRecordView): string => states[status];

/** Returns why it waits or has failed; null where there is nothing to say. */
export function reasonOf({ status, details }: PostRecordView, party: PostParty): string | null {
  if (status === "sent") return null;
  if (status === "unsure" && details === null)
    return `${partyNames[party]} did not respond. We do not try again, because the post could appear twice.`;
  return details;
}

export const isUnderWay = ({ status }: PostRecordView): boolean =>
  status === "waiting" || status === "sending";
