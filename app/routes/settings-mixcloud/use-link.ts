import { useEffect, useRef, useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import { linkMixcloudCall, mixcloudLinkedCall, storeMixcloudCall } from "#app/domains/integrations/calls.ts";
import { showToast } from "#app/ui/toast.tsx";

const pollMs = 1_000;
const size = 535;
const failed =
  "There was an issue linking your account. Please try again later or contact support about the issue.";

/** Links an account in a popup, which is asked each second whether it has ended. */
export function useLink(onLinked: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);

  const end = async (query: URLSearchParams | null) => {
    clearInterval(timer.current);
    const code = query?.get("code");
    try {
      // Closed by the user: they know.
      if (query === null) return;
      if (!code) {
        showToast("warning", failed);
        return;
      }
      await callApi(storeMixcloudCall, { code });
      showToast("confirm", "Music-hosting account successfully linked");
      await onLinked();
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };

  const link = () => {
    const features = `popup,width=${size},height=${size}`;
    const popup = window.open(`/api${linkMixcloudCall.path}?popup=1`, "cue-link", features);
    if (popup === null) {
      showToast("warning", "Your browser has blocked the popup. Allow it for this site and try again.");
      return;
    }
    setBusy(true);
    clearInterval(timer.current);
    timer.current = setInterval(() => {
      if (popup.closed) return void end(null);
      const query = readEnd(popup);
      if (query === null) return;
      popup.close();
      void end(query);
    }, pollMs);
  };

  return { link, isBusy };
}

/** What the popup's address has at its end; null before. */
function readEnd(popup: Window): URLSearchParams | null {
  try {
    const { pathname, search } = popup.location;
    return pathname === `/api${mixcloudLinkedCall.path}` ? new URLSearchParams(search) : null;
  } catch {
    // It shows a page of the service, which may not be read.
    return null;
  }
}
