import { respond, type Served, serve } from "#workers/api/serve.ts";
import {
  exportReceivedCall,
  getWalletCall,
  giveBackCall,
  listActivityCall,
  listReceivedCall,
} from "../calls/wallet.ts";
import { ActivityInput, GiveBackInput } from "../contract/tokens.ts";
import { exportReceived, listReceived } from "../received.server.ts";
import { getWallet, giveBack, listActivity } from "../wallet.server.ts";

export const tokensWallet: readonly Served[] = [
  respond(getWalletCall, {
    summary: "The caller's tokens: the balance, what is on its way, and the totals.",
    respond: async (c) => {
      c.header("cache-control", "no-store");
      return c.json(await getWallet(c.get("app")));
    },
  }),
  respond(listActivityCall, {
    summary: "A page of what has moved in the caller's wallet, newest first.",
    input: ActivityInput,
    respond: async (c, input) => {
      c.header("cache-control", "no-store");
      return c.json(await listActivity(c.get("app"), input));
    },
  }),
  respond(listReceivedCall, {
    summary: "The tips that the caller received, by set.",
    respond: async (c) => {
      c.header("cache-control", "no-store");
      return c.json(await listReceived(c.get("app")));
    },
  }),
  respond(exportReceivedCall, {
    summary: "The same as a file of comma-separated values.",
    respond: async (c) => {
      c.header("cache-control", "no-store");
      c.header("content-disposition", 'attachment; filename="cue-tips.csv"');
      const type = "text/csv; charset=utf-8; header=present";
      return c.body(await exportReceived(c.get("app")), 200, { "content-type": type });
    },
  }),
  serve(giveBackCall, {
    summary: "Give a tip back to the person it came from, in part or whole.",
    input: GiveBackInput,
    run: giveBack,
  }),
];
