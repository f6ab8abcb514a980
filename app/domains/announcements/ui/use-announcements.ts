import { useEffect } from "react";
import { callApi } from "#app/api-client.ts";
import { readStore, writeStore } from "#app/ui/client-store.ts";
import { showToast } from "#app/ui/toast.tsx";
import { type AnnouncementView, CheckView } from "../contract.ts";

/** Under which this browser remembers the number of the last announcement that it has shown. */
const remembered = "announcement";

function lastShown(): number {
  const number = readStore()[remembered];
  return typeof number === "number" ? number : 0;
}

/** Shows announcements that this browser has not shown yet. All of them stay in the inbox. */
export function useAnnouncements(): void {
  useEffect(() => {
    const asking = new AbortController();
    void check(asking.signal).catch(() => {
      // Nobody waits for it: the next load asks again.
    });
    return () => asking.abort();
  }, []);
}

async function check(signal: AbortSignal): Promise<void> {
  const body = { number: lastShown() };
  const { number: newest, announcements } = await callApi("/api/announcements/check", {
    answer: CheckView,
    body,
    signal,
  });
  announcements.forEach(showAnnouncement);
  writeStore({ [remembered]: Math.max(newest, lastShown()) });
}

/** Shows one that has come, unless this browser has shown it: another tab may have. */
export function showAnnouncement({ number, message }: Pick<AnnouncementView, "number" | "message">): void {
  if (number <= lastShown()) return;
  writeStore({ [remembered]: number });
  showToast("confirm", message);
}
