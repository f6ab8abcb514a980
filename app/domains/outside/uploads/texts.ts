/** Texts for a performer about an upload. */
import type { UploadProblem, UploadView } from "./contract.ts";

const mb = 1_000_000;

/** Its state in a few words. */
export function stateOf({ status, bytesSent, bytesTotal, problem }: UploadView): string {
  switch (status) {
    case "done":
      return "Uploaded";
    case "failed":
      return "Not uploaded";
    case "sending":
      return bytesTotal === 0
        ? "Uploading"
        : `Uploading: ${Math.floor(bytesSent / mb)} of ${Math.ceil(bytesTotal / mb)} MB`;
    default:
      return problem === null ? "Waiting: starts within five minutes" : "Waiting to try again";
  }
}

const remedies: Record<UploadProblem, string> = {
  "rate-limit": "Mixcloud limits how much an account can upload. The upload continues automatically.",
  unreachable: "Mixcloud could not be reached, or did not respond.",
  relink: "Mixcloud no longer gives Cue access. Link your account again, then try again.",
  unlinked: "Your account was unlinked. Link it again, then try again.",
  withdrawn: "The recording no longer exists, so it cannot be uploaded.",
  refused:
    "Mixcloud did not accept it. Check the set's name, description and tags, and whether your account there has room for another show, then try again.",
  "no-sound": "The recording has no sound that can be uploaded.",
  "too-large": "The recording is larger than the 4 GB that Mixcloud accepts.",
};

/** Returns why it has failed or waits, and what to do; null where nothing is wrong. */
export const remedyOf = ({ problem }: Pick<UploadView, "problem">): string | null =>
  problem === null ? null : remedies[problem];

/** Whether trying again can help: what is missing or too large stays so. */
export const canTryAgain = ({ status, problem }: UploadView): boolean =>
  status === "failed" && problem !== "withdrawn" && problem !== "no-sound" && problem !== "too-large";

export const isUnderWay = ({ status }: Pick<UploadView, "status">): boolean =>
  status === "waiting" || status === "sending";
