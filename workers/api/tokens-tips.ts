import { tipCall } from "#app/domains/tokens/calls/tips.ts";
import { TipInput } from "#app/domains/tokens/contract/tokens.ts";
import { tip } from "#app/domains/tokens/tip.server.ts";
import { type Served, serve } from "./serve.ts";

export const tokensTips: readonly Served[] = [
  serve(tipCall, {
    summary:
      "Tip tokens to the performer who is heard. The same id is the same tip, however often it is sent.",
    input: TipInput,
    run: tip,
  }),
];
