import { defineCall, takes } from "#app/call.ts";
import { NoticeView } from "../../accounts/contract/accounts.ts";
import type { ReportInput } from "../contract/reports.ts";

export const reportPersonCall = defineCall("POST", "/abuse/submit", {
  who: "user",
  input: takes<typeof ReportInput>(),
  answer: NoticeView,
});
