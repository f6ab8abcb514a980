import * as z from "zod/mini";
import { defineCall, takes } from "#app/call.ts";
import { type ServicesCommand, ServiceView } from "../contract/elsewhere.ts";

export const listServicesCall = defineCall("POST", "/operator/services", {
  who: "operator",
  input: takes<typeof ServicesCommand>(),
  answer: z.array(ServiceView),
});
