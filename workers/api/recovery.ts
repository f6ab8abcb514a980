import { recoverCall, requestRecoveryCall } from "#app/domains/accounts/calls/recovery.ts";
import { RecoveryInput, RecoveryRequestInput } from "#app/domains/accounts/contract/recovery.ts";
import { recover, requestRecovery } from "#app/domains/accounts/recovery.server.ts";
import { type Served, serve } from "./serve.ts";

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
