import { Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";

const ShareDialog = lazy(() => import("./share-dialog.tsx"));

/** Opens the share dialog for the address of a public player, or of a page without one. */
export function ShareButton({
  name,
  url,
  hasPlayer = true,
  soundUrl,
  label,
}: {
  name: string;
  url: string;
  hasPlayer?: boolean;
  soundUrl?: string;
  /** Words on the button, and over the dialog; without them it is an icon. */
  label?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      {label === undefined ? (
        <IconButton label="Share" aria-haspopup="dialog" onClick={open}>
          <Share2 aria-hidden="true" className="size-5" />
        </IconButton>
      ) : (
        <Button icon={<Share2 aria-hidden="true" className="size-4" />} aria-haspopup="dialog" onClick={open}>
          {label}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ShareDialog
            title={label ?? "Share"}
            name={name}
            url={url}
            hasPlayer={hasPlayer}
            soundUrl={soundUrl}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
