import { Share2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import type { ShareAddresses } from "./share-dialog.tsx";

const ShareDialog = lazyDialog(() => import("./share-dialog.tsx"));

/**
 * Opens the share dialog for a page and, where it has them, its public player and its stream: with the addresses of the
 * moment at which it was pressed.
 */
export function ShareButton({
  name,
  label,
  title = label ?? "Share",
  ...addresses
}: ShareAddresses & {
  name: string;
  /** Text of the button; without it the button is an icon. */
  label?: string;
  /** Title of the dialog. */
  title?: string;
}) {
  const [shared, setShared] = useState<(ShareAddresses & { title: string }) | null>(null);
  const open = () => setShared({ title, ...addresses });
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
      {shared !== null && <ShareDialog name={name} {...shared} onClose={() => setShared(null)} />}
    </>
  );
}
