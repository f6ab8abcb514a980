import { Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "#app/ui/button.tsx";

const ShareDialog = lazy(() => import("./share-dialog.tsx"));

/** Opens the share dialog for the address of a public player, or of a page without one. */
export function ShareButton({
  name,
  url,
  hasPlayer = true,
}: {
  name: string;
  url: string;
  hasPlayer?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Share" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share2 aria-hidden="true" className="size-5" />
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog name={name} url={url} hasPlayer={hasPlayer} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
