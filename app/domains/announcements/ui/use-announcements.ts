import { useEffect } from "react";
import { callApi } from "#app/api-client.ts";
import { readStore, writeStore } from "#app/ui/client-store.ts";
import { showToast } from "#app/ui/toast.tsx";
import { checkAnnouncementsCall } from "../calls/announcements.ts";
import type { AnnouncementView } from "../contract.ts";
import { announcementNumber } from "../notice.ts";

/** Under which this browser remembers the number of the last announcement that it has shown. */
const remembered = "announcement";

function lastShown(): number {
  const number = readStore()[remembered];
  return typeof number === "number" ? number : 0;
}

/** Some page of someone signed in is open: what they are told comes by their inbox, as their switches say. */
let isToldByInbox = false;
/** After an absence only the last few are shown; all of them stay in the inbox. */
const maxAtOnce = 5;

type Listen = (onNotices: (notices: readonly Told[]) => void) => () => void;
type Told = { kind: string; message: string; url?: string | null | undefined };

/**
 * Shows announcements that this browser has not shown yet, to someone signed in who wants them; `listen` is their
 * inbox. All of them stay in the inbox.
 */
export function useAnnouncements(listen: Listen): void {
  useEffect(() => {
    isToldByInbox = true;
    const asking = new AbortController();
    let stop = () => {};
    void check(asking.signal)
      // No one waits for it: the next load asks again.
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

/** Shows one that every page hears of, to those who have no inbox. */
export function showAnnouncement(announcement: Pick<AnnouncementView, "number" | "message">): void {
  if (!isToldByInbox) show(announcement);
}

/** Unless this browser has shown it: another tab may have. */
function show({ number, message }: Pick<AnnouncementView, "number" | "message">): void {
  if (number <= lastShown()) return;
  writeStore({ [remembered]: number });
  showToast("confirm", message);
}
