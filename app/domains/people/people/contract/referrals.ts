import * as z from "zod/mini";
import { PersonView } from "./people.ts";

export const ReferralView = z.object({ referrer: z.nullable(PersonView), referralCount: z.number() });
export type ReferralView = z.infer<typeof ReferralView>;
