import { defineCall, takes } from "#app/call.ts";
import type { DescribeInput } from "../contract/describe-input.ts";
import { DescribedView, type SocietyInput, SocietyReport } from "../contract/exports.ts";

export const describeLineCall = defineCall("POST", "/tracklist/describe", {
  who: "user",
  input: takes<typeof DescribeInput>(),
  answer: DescribedView,
});

/**
 * Returns what a society is sent of this set, and what is missing. One of the files of `workers/tracklist-exports.ts`.
 */
export const societyReportCall = (set: string) =>
  defineCall("GET", `/tracklist/${encodeURIComponent(set)}.json`, {
    who: "public",
    input: takes<typeof SocietyInput>(),
    answer: SocietyReport,
  });
