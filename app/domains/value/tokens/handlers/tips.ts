import { tip } from "#app/domains/air/stages/tip.server.ts";
import { type Served, serve } from "#workers/api/serve.ts";
import { tipCall } from "../calls/tips.ts";
import { TipInput } from "../contract/tokens.ts";

export const tokensTips: readonly Served[] = [
  serve(tipCall, {
    summary:
      "Tip tokens to the performer who is heard. The same id is the same tip, however often it is sent.",
    input: TipInput,
    run: tip,
  }),
];
