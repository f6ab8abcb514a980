import * as z from "zod/mini";
import { defineCall } from "#app/call.ts";
import { ServiceView } from "./contract.ts";

export const listServicesCall = defineCall("GET", "/status", {
  who: "public",
  answer: z.array(ServiceView),
});
