import { type Served, serve } from "#workers/api/serve.ts";
import { recoverCall, requestRecoveryCall } from "../calls/recovery.ts";
import { RecoveryInput, RecoveryRequestInput } from "../contract/recovery.ts";
import { recover, requestRecovery } from "../recovery.server.ts";

export const recovery: readonly Served[] = [
  serve(requestRecoveryCall, {
    summary: "Email a link that sets a new password.",
    input: RecoveryRequestInput,
    run: requestRecovery,
  }),
  serve(recoverCall, {
    summary: "Set a new password with an emailed link; every session ends.",
    input: RecoveryInput,
    run: recover,
  }),
];
