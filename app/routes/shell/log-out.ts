import { callApi, leaveForLanding, showFailure } from "#app/api-client.ts";
import { logOutCall } from "#app/domains/people/accounts/calls/sessions.ts";

/** Ends this session and everything that was open with it. */
export async function logOut(): Promise<void> {
  try {
    await callApi(logOutCall);
    leaveForLanding(null);
  } catch (error) {
    showFailure(error);
  }
}
