import { useState } from "react";
import useSWR, { type Key, type SWRConfiguration, type SWRResponse } from "swr";

/**
 * Loads data, and again every `everyMs` while what was loaded last is under way. (A function as SWR's own interval is
 * asked when the page opens, before anything is loaded, and again only for another function.)
 */
export function usePolled<Data>(
  key: Key,
  read: () => Promise<Data>,
  {
    isUnderWay,
    everyMs,
    ...options
  }: SWRConfiguration<Data> & { isUnderWay: (data: Data) => boolean; everyMs: number },
): SWRResponse<Data> {
  const [isPolled, setPolled] = useState(false);
  const loaded = useSWR<Data>(key, read, { ...options, refreshInterval: isPolled ? everyMs : 0 });
  const isWanted = loaded.data !== undefined && isUnderWay(loaded.data);
  if (isWanted !== isPolled) setPolled(isWanted);
  return loaded;
}
