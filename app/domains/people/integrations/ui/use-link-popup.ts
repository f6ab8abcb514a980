import { useEffect, useRef, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import { errorCatalogue } from "#app/errors.ts";
import { showToast } from "#app/ui/toast.tsx";
import { linkFailureText } from "../link-texts.ts";

const pollMs = 1_000;
const size = 535;

interface LinkPopup {
  /** The start of the popup: the path of a call below `/api`, perhaps with a query. */
  path: string;
  /** Ends the link with what the popup's address has at its end; a rejection is shown. */
  store: (query: URLSearchParams) => Promise<unknown>;
}

/**
 * Links an account in a popup, which is asked each second whether it has ended. It ends at `{path}/linked`, with handles
 * for `store` or with `error`.
 */
export function useLinkPopup({ path, store }: LinkPopup) {
  const [isBusy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  useEffect(() => () => clearInterval(timer.current), []);

  const end = async (query: URLSearchParams | null) => {
    clearInterval(timer.current);
    try {
      // Closed by the user: they know.
      if (query === null) return;
      const error = query.get("error");
      if (error === null) await store(query);
      else showToast("warning", linkFailureText(error) || errorCatalogue["link-failed"].message);
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };

  /** Opens the popup; called in the handler of a press, because browsers block other popups. */
  const link = (query: Record<string, string> = {}) => {
    const address = `/api${path}?${new URLSearchParams({ popup: "1", ...query })}`;
    const popup = window.open(address, "cue-link", `popup,width=${size},height=${size}`);
    if (popup === null) {
      showToast("warning", "Your browser has blocked the popup. Allow it for this site and try again.");
      return;
    }
    setBusy(true);
    clearInterval(timer.current);
    timer.current = setInterval(() => {
      if (popup.closed) return void end(null);
      const atEnd = readEnd(popup, path);
      if (atEnd === null) return;
      popup.close();
      void end(atEnd);
    }, pollMs);
  };

  return { link, isBusy };
}

/** Returns the query of the popup's address at its end; null before. */
function readEnd(popup: Window, path: string): URLSearchParams | null {
  try {
    const { pathname, search } = popup.location;
    return pathname === `/api${path}/linked` ? new URLSearchParams(search) : null;
  } catch {
    // It shows a page of the service, which may not be read.
    return null;
  }
}
