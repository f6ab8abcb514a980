import { callApi, leaveForLanding, showFailure } from "#app/api-client.ts";
import { NoticeView } from "#app/domains/accounts/contract.ts";

/** Ends this session and everything that was open with it. */
export async function logOut(): Promise<void> {
  try {
    await callApi("/api/users/logout", { answer: NoticeView, body: {} });
    leaveForLanding(null);
  } catch (error) {
    showFailure(error);
  }
}
