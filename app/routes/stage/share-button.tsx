import { Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "#app/ui/button.tsx";

const ShareDialog = lazy(() => import("./share-dialog.tsx"));

/** Opens the share dialog for a public player's address. */
export function ShareButton({ name, url }: { name: string; url: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Share" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share2 aria-hidden="true" className="size-5" />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog name={name} url={url} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
