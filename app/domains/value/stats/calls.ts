import * as z from "zod/mini";
import { defineCall } from "#app/call.ts";
import { CountryView, CueStatsView, MyPerformerStatsView, PerformerRankView } from "./contract.ts";

export const getCountryCall = defineCall("GET", "/stats/getCountry", {
  who: "public",
  answer: CountryView,
});

export const getMyStatsCall = defineCall("GET", "/djs/stats", {
  who: "user",
  answer: MyPerformerStatsView,
});

export const listTopPerformersCall = defineCall("GET", "/djs/top", {
  who: "user",
  answer: z.array(PerformerRankView),
});

export const listNewestPerformersCall = defineCall("GET", "/djs/newest", {
  who: "user",
  answer: z.array(PerformerRankView),
});

export const listWeeklyPerformersCall = defineCall("GET", "/stats/weeklyDJs", {
  who: "user",
  answer: z.array(PerformerRankView),
});

export const getCueStatsCall = defineCall("GET", "/stats/get", {
  who: "user",
  answer: CueStatsView,
});
