import { useEffect, useEffectEvent, useState } from "react";
import useSWR from "swr";

/** Interval at which data that no socket announces is requested while the page is looked at. */
const everyMs = 30_000;

/**
 * Loads again what the server has rendered with the page, and passes it on as it changes. What cannot be loaded now leaves
 * the page as it is.
 */
export function useUpdates<Data>(
  key: string,
  read: () => Promise<Data>,
  onChange: (data: Data) => void,
): void {
  // What an earlier visit to the page has loaded is older than what the server rendered for this one.
  const [openedAt] = useState(Date.now);
  const { data } = useSWR([key, openedAt], read, {
    refreshInterval: everyMs,
    revalidateOnMount: false,
    onError: () => {},
  });
  const pass = useEffectEvent(onChange);
  useEffect(() => {
    if (data !== undefined) pass(data);
  }, [data]);
}
