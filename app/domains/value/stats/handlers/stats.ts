import {
  recordListenCall,
  startAppListenerCall,
  stopAppListenerCall,
} from "#app/domains/air/stages/calls/listens.ts";
import { AppListenerInput, ListenInput } from "#app/domains/air/stages/contract/stages.ts";
import { noteAppListener, recordListen } from "#app/domains/air/stages/listens.server.ts";
import { type Served, serve } from "#workers/api/serve.ts";
import {
  getCountryCall,
  getCueStatsCall,
  getMyStatsCall,
  listNewestPerformersCall,
  listTopPerformersCall,
  listWeeklyPerformersCall,
} from "../calls.ts";
import { getCountry } from "../country.server.ts";
import { getMyStats } from "../performer-stats.server.ts";
import {
  getCueStats,
  listNewestPerformers,
  listTopPerformers,
  listWeeklyPerformers,
} from "../rankings.server.ts";

export const stats: readonly Served[] = [
  serve(getCountryCall, { summary: "The country the request came from.", run: getCountry }),
  serve(getMyStatsCall, { summary: "The signed-in performer's statistics.", run: getMyStats }),
  serve(listTopPerformersCall, {
    summary: "The 50 performers with the most listeners.",
    run: listTopPerformers,
  }),
  serve(listNewestPerformersCall, { summary: "The newest performers.", run: listNewestPerformers }),
  serve(listWeeklyPerformersCall, {
    summary: "The performers with the most listeners of the last seven days.",
    run: listWeeklyPerformers,
  }),
  serve(getCueStatsCall, { summary: "Totals of the whole instance.", run: getCueStats }),
  serve(recordListenCall, {
    summary: "Count the caller as a listener of what is on air, once.",
    input: ListenInput,
    run: recordListen,
  }),
  serve(startAppListenerCall, {
    summary: "An app plays the stream of a performance: call it every minute.",
    input: AppListenerInput,
    run: (ctx, input) => noteAppListener(ctx, input, { isOver: false }),
  }),
  serve(stopAppListenerCall, {
    summary: "An app no longer plays that stream.",
    input: AppListenerInput,
    run: (ctx, input) => noteAppListener(ctx, input, { isOver: true }),
  }),
];
