import { useEffect, useState, useSyncExternalStore } from "react";
import { messageOf, readTokensHash } from "#app/domains/music/spotify/popup-message.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { PlainPage } from "../landing/plain-page.tsx";
import type { Route } from "./+types/route";

export function meta(): Route.MetaDescriptors {
  return [{ title: "Music service · Cue" }, { name: "robots", content: "noindex" }];
}

const never = () => () => {};

/** The end of a music service's own log-in, in a popup: sends the result to the window that opened it, and closes. */
export default function MusicTokenRoute({ params }: Route.ComponentProps) {
  // Read once: the address is emptied below.
  const [behind] = useState(() => (typeof location === "undefined" ? null : readTokensHash(location.hash)));
  const isHydrated = useHydrated();
  const { access, refresh } = behind ?? params;
  const hasOpener = useSyncExternalStore(
    never,
    () => ownOpener() !== null,
    () => true,
  );
  useEffect(() => {
    if (access === undefined) return;
    // Histories store the address, and screens show it.
    window.history.replaceState(null, "", "/music-token");
    const opener = ownOpener();
    if (opener === null) return;
    // The opener may show another page by now: only a page of this site receives it.
    opener.postMessage(messageOf(access, refresh), window.location.origin);
    window.close();
  }, [access, refresh]);

  // The server does not see what is behind `#`.
  if (!isHydrated || (hasOpener && access !== undefined)) {
    return (
      <PlainPage title="One moment">
        <p className="text-16 text-ink-2">Returning to Cue. If this window stays open, close it.</p>
      </PlainPage>
    );
  }
  return (
    <PlainPage title="Not connected">
      <p className="text-16 text-ink-2">
        The Cue page that opened this window is gone. Close this window, open Cue and connect your music
        service again.
      </p>
      <p className="mt-6">
        <a href="/" className={buttonClass("solid")}>
          Go to Cue
        </a>
      </p>
    </PlainPage>
  );
}

/** The window that opened this one, where it is a page of this site. */
function ownOpener(): Window | null {
  const opener: unknown = window.opener;
  if (!(typeof opener === "object" && opener !== null)) return null;
  try {
    const candidate = opener as Window;
    return candidate.location.origin === window.location.origin ? candidate : null;
  } catch {
    // The address of another site's window cannot be read.
    return null;
  }
}
