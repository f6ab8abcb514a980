import { Share2 } from "lucide-react";
import { useState } from "react";
import { momentAddress } from "#app/domains/air/replays/moment.ts";
import { clockOffset } from "#app/domains/base/time/clock-offset.ts";
import { Button } from "#app/ui/button.tsx";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";

const ShareDialog = lazyDialog(() => import("../stage/share-dialog.tsx"));

/** Opens the share dialog with the address of the moment at which it was pressed. */
export function ShareMoment({ name, url, position }: { name: string; url: string; position: number }) {
  const [moment, setMoment] = useState<number | null>(null);
  return (
    <>
      <Button
        icon={<Share2 aria-hidden="true" className="size-4" />}
        aria-haspopup="dialog"
        onClick={() => setMoment(position)}
      >
        Share This Moment
      </Button>
      {moment !== null && (
        <ShareDialog
          title={`Share ${clockOffset(moment)}`}
          name={name}
          url={momentAddress(url, moment)}
          onClose={() => setMoment(null)}
        />
      )}
    </>
  );
}
