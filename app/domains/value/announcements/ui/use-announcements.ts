import { useEffect } from "react";
import { callApi } from "#app/api-client.ts";
import { readStore, writeStore } from "#app/ui/client-store.ts";
import { showToast } from "#app/ui/toast.tsx";
import { checkAnnouncementsCall } from "../calls/announcements.ts";
import type { AnnouncementView } from "../contract.ts";
import { announcementNumber } from "../notice.ts";

/** The key under which this browser stores the number of the last announcement that it has shown. */
const remembered = "announcement";

function lastShown(): number {
  const number = readStore()[remembered];
  return typeof number === "number" ? number : 0;
}

/** Whether a page of a signed-in user is open: their announcements come by their inbox, as their settings say. */
let isToldByInbox = false;
/** Maximum number that is shown after an absence, the last ones; all of them stay in the inbox. */
const maxAtOnce = 5;

type Listen = (onNotices: (notices: readonly Told[]) => void) => () => void;
type Told = { kind: string; message: string; url?: string | null | undefined };

/**
 * Shows announcements that this browser has not shown yet, to a signed-in user who wants them; `listen` is their inbox.
 * All of them stay in the inbox.
 */
export function useAnnouncements(listen: Listen): void {
  useEffect(() => {
    isToldByInbox = true;
    const asking = new AbortController();
    let stop = () => {};
    void check(asking.signal)
      // Nothing depends on it: the next load asks again.
      .catch(() => {})
      .then(() => {
        if (!asking.signal.aborted) stop = listen(showTold);
      });
    return () => {
      isToldByInbox = false;
      asking.abort();
      stop();
    };
  }, [listen]);
}

function showTold(notices: readonly Told[]): void {
  for (const { kind, message, url } of notices.slice(-maxAtOnce)) {
    const number = kind === "announcement" ? announcementNumber(url) : null;
    if (number !== null) show({ number, message });
  }
}

async function check(signal: AbortSignal): Promise<void> {
  const body = { number: lastShown() };
  const { number: newest, announcements } = await callApi(checkAnnouncementsCall, body, { signal });
  announcements.forEach(show);
  writeStore({ [remembered]: Math.max(newest, lastShown()) });
}

/** Shows an announcement that every page receives, to users without an inbox. */
export function showAnnouncement(announcement: Pick<AnnouncementView, "number" | "message">): void {
  if (!isToldByInbox) show(announcement);
}

/** Skipped if this browser has already shown it, in another tab. */
function show({ number, message }: Pick<AnnouncementView, "number" | "message">): void {
  if (number <= lastShown()) return;
  writeStore({ [remembered]: number });
  showToast("confirm", message);
}
