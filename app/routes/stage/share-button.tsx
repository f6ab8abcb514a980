import { Share2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import type { ShareAddresses } from "./share-dialog.tsx";

const ShareDialog = lazy(() => import("./share-dialog.tsx"));

/** Opens the share dialog for a page and, where it has them, its public player and its stream. */
export function ShareButton({
  name,
  label,
  ...addresses
}: ShareAddresses & {
  name: string;
  /** Text of the button, and title of the dialog; without it the button is an icon. */
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
          <ShareDialog title={label ?? "Share"} name={name} {...addresses} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
