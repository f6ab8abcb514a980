/** Whether keys without Ctrl or Alt do anything: who dictates or slips must be able to turn them off (WCAG 2.1.4). */
import { useSyncExternalStore } from "react";
import { readStore, writeStore } from "./client-store.ts";

const listeners = new Set<() => void>();

let known: boolean | null = null;

export function areSingleKeysOn(): boolean {
  known ??= readStore().singleKeys !== false;
  return known;
}

export function setSingleKeys(isOn: boolean): void {
  known = isOn;
  writeStore({ singleKeys: isOn });
  for (const listener of listeners) listener();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    areSingleKeysOn,
    () => true,
  );
}

const typing = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";

/** Whether a key is pressed for the page: not into a field, and not as part of another key. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element && event.target.closest(typing) !== null);
}
