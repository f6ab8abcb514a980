import * as z from "zod/mini";
import { defineCall } from "#app/call.ts";

const PerformerTypeView = z.object({ performerType: z.nullable(z.enum(["dj", "musician"])) });

export const getPerformerTypeCall = defineCall("GET", "/users/getPerformerType", {
  who: "user",
  answer: PerformerTypeView,
});
