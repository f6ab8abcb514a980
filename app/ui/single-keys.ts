/**
 * Whether keys without Ctrl or Alt have an effect: people who dictate or press keys by accident must be able to turn
 * them off (WCAG 2.1.4).
 */
import { readStore, writeStore } from "./client-store.ts";
import { Store, useStore } from "./store.ts";

/** Null until it is set on this page: then the stored value applies. */
const setting = new Store<{ isOn: boolean | null }>({ isOn: null });

export function areSingleKeysOn(): boolean {
  return setting.get().isOn ?? readStore().singleKeys !== false;
}

export function setSingleKeys(isOn: boolean): void {
  writeStore({ singleKeys: isOn });
  setting.change({ isOn });
}

export function useSingleKeys(): boolean {
  return useStore(setting, areSingleKeysOn, true);
}

const typing = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";

/** Whether a key press is for the page: not in a field, and not part of a key combination. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element && event.target.closest(typing) !== null);
}
