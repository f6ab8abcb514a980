import { useLocation, useNavigate, useRevalidator } from "react-router";
import { renewRooms } from "#app/domains/air/stages/live/connection.ts";
import { showToast } from "#app/ui/toast.tsx";
import { nextAddress } from "./next-address.ts";

/**
 * Returns the continuation after log-in or registration: to the intended page, without a load, so that the sound
 * continues. The shell moves the focus from here to the page.
 */
export function useFinishLogin(): (welcome: string) => Promise<void> {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  return async (welcome) => {
    const asked = new URLSearchParams(search).get("next");
    const next = new URL(nextAddress(asked, window.location.origin));
    renewRooms();
    void forgetAnswers();
    // Where the target is the landing page itself, there is no other page to open.
    if (next.pathname === pathname) await revalidate();
    await navigate(pathOf(next), { replace: true });
    showToast("confirm", welcome);
  };
}

const pathOf = ({ pathname, search, hash }: URL) => ({ pathname, search, hash });

/** Responses to a guest may differ for the signed-in user. */
async function forgetAnswers(): Promise<void> {
  const { mutate } = await import("swr");
  await mutate(() => true, undefined, { revalidate: true });
}
