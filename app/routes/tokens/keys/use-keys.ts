import { useRef } from "react";
import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { listTipDevicesCall } from "#app/domains/value/tokens/calls/keys.ts";
import type { KeysView } from "#app/domains/value/tokens/contract/keys.ts";
import type { LoadedKeys } from "./wallet-work.ts";

/** Loads the keys again; `isShown: false` without showing them yet, in the middle of a task. */
export type Reload = (options?: { isShown?: boolean }) => Promise<LoadedKeys>;

const toLoaded = (view: KeysView): LoadedKeys => ({ ...view, aheadMs: view.now - Date.now() });

/** The keys of the viewer's wallet, loaded when this part of the page is. */
export function useKeys() {
  /** While a task is under way, nothing that loads in the background may replace its steps. */
  const isHeld = useRef(false);
  const { data, error, mutate } = useSWR(
    listTipDevicesCall.path,
    async () => toLoaded(await callApi(listTipDevicesCall)),
    { revalidateOnFocus: false, revalidateOnReconnect: false, isPaused: () => isHeld.current },
  );
  const reload: Reload = async ({ isShown = true } = {}) => {
    const loaded = toLoaded(await callApi(listTipDevicesCall));
    isHeld.current = !isShown;
    if (isShown) await mutate(loaded, { revalidate: false });
    return loaded;
  };
  const show = (view: KeysView) => {
    isHeld.current = false;
    return mutate(toLoaded(view), { revalidate: false });
  };
  return { keys: data, error, reload, show };
}
