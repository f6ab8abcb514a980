import { useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import { Elsewhere } from "./elsewhere.tsx";
import { LaterThemeSwitch } from "./later-theme-switch.tsx";
import { ShortcutsButton } from "./shortcuts-button.tsx";

const KeysDialog = lazyDialog(() => import("./keys-dialog.tsx"));

/** Shows legal links, the theme and the keys to guests, at the end of a page, as they have no menu. */
export default function SiteFoot() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <footer className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 px-5 pt-3 pb-4 text-14 text-ink-3 sm:px-10 print:hidden">
      <nav aria-label="About this site" className="flex gap-x-6">
        {[["/privacy", "Privacy"] as const, ["/tos", "Terms"] as const].map(([to, name]) => (
          <Link key={to} to={to} className="flex min-h-11 items-center hover:text-ink hover:underline">
            {name}
          </Link>
        ))}
      </nav>
      <Elsewhere className="-mx-3 flex sm:hidden" />
      <div className="flex items-end gap-x-4">
        <LaterThemeSwitch />
        <ShortcutsButton onClick={() => setHelpOpen(true)} />
      </div>
      {isHelpOpen && <KeysDialog isSignedIn={false} onClose={() => flushSync(() => setHelpOpen(false))} />}
    </footer>
  );
}
