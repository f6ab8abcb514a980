import { callApi, showFailure } from "#app/api-client.ts";
import { readStore, writeStore } from "#app/ui/client-store.ts";
import { Store, useStore } from "#app/ui/store.ts";
import { tipCall } from "../calls/tips.ts";
import { type PendingTip, PendingTips, type TipProgress } from "./pending-tips.ts";

/** Progress by place. Outside components: a tip continues while pages change. */
const progressOf = new Store<Record<string, TipProgress>>({});
/** Places whose dialog is open, and shows a refusal itself. */
const watched = new Set<string>();

const pending = new PendingTips({
  send: async (tip, userId) => callApi(tipCall, { ...tip.input, ...(await signed(tip, userId)) }),
  read: () => readStore()["tips"],
  write: (tips) => writeStore({ tips }),
  onProgress: ({ place }, progress) => {
    progressOf.change({ [place]: progress });
    if (progress.status === "refused" && !watched.has(place)) showFailure(new Error(progress.reason ?? ""));
  },
  wait: (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        removeEventListener("online", done);
        resolve();
      }
      addEventListener("online", done);
    }),
});

/** Signed anew with each attempt, because signatures are valid for minutes. Nothing where this browser has no key. */
async function signed({ place, input }: PendingTip, userId: string) {
  if (typeof indexedDB === "undefined") return null;
  const [{ browserDevices }, { signTip }] = await Promise.all([
    import("../keys/browser-devices.ts"),
    import("../keys/device-key.ts"),
  ]);
  const { id, performer, amount } = input;
  // A browser that keeps nothing has no key either.
  return signTip(browserDevices, userId, { id, place, performer, amount, at: Date.now() }).catch(() => null);
}

/** Sends a tip, and again until it is answered. */
export const sendTip = (userId: string, tip: PendingTip): void => void pending.send(userId, tip);

/** Sends the tips again that an earlier page of this user has no answer for. */
export const resumeTips = (userId: string): void => void pending.resume(userId);

/** The last tip of a place, or null. */
export const useTipProgress = (place: string): TipProgress | null =>
  useStore(progressOf, (places) => places[place] ?? null, null);

/** While a dialog is open it shows refusals itself. Returns its end. */
export function watchTips(place: string): () => void {
  watched.add(place);
  return () => watched.delete(place);
}
