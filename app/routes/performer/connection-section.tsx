import { ChevronDown, RotateCcw } from "lucide-react";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { showFailure } from "#app/api-client.ts";
import type { ConnectionView } from "#app/domains/air/media/contract/encoder.ts";
import { Button } from "#app/ui/button.tsx";
import { useWork } from "#app/ui/use-work.ts";

const ConnectionDetails = lazy(() =>
  import("#app/domains/air/media/ui/connection-details.tsx").then((module) => ({
    default: module.ConnectionDetails,
  })),
);
const EncoderHealth = lazy(() =>
  import("#app/domains/air/media/ui/encoder-health.tsx").then((module) => ({
    default: module.EncoderHealth,
  })),
);
const ResetDialog = lazy(() => import("#app/domains/air/media/ui/reset-dialog.tsx"));

interface Calls {
  read: () => Promise<ConnectionView>;
  reset: () => Promise<ConnectionView>;
}

/** Connection settings that are fetched when they are to be shown, and never before. */
export function ConnectionSection({
  calls,
  note,
  isShown = false,
}: {
  calls: Calls;
  /** Information for a performer before the first connection. */
  note?: string | undefined;
  /** The settings to enter are shown immediately; the rest with Expand. */
  isShown?: boolean;
}) {
  const [connection, setConnection] = useState<ConnectionView | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useWork(showFailure);
  const [isResetting, setResetting] = useState(false);

  const [hasValues, setValues] = useState(isShown);

  const read = async () => setConnection(await calls.read());
  const toggle = () => {
    setValues(false);
    if (isOpen || connection) return setOpen(!isOpen);
    void run(async () => {
      await read();
      setOpen(true);
    });
  };
  const showValues = useEffectEvent(() => void run(read));
  useEffect(() => {
    if (isShown) showValues();
  }, [isShown]);

  return (
    <section aria-labelledby="connection-title">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="connection-title" className="display grow text-28">
          Stream Connection{" "}
        </h2>
        <Button
          aria-expanded={isOpen}
          isBusy={isBusy}
          icon={<ChevronDown aria-hidden="true" className={isOpen ? "size-4 rotate-180" : "size-4"} />}
          onClick={toggle}
        >
          {isOpen ? "Hide" : "Expand"}
        </Button>
        <Button
          tone="bare"
          icon={<RotateCcw aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={() => setResetting(true)}
        >
          Reset Mount
        </Button>
      </div>
      {note && <p className="mt-2 mb-3 max-w-[70ch] border-l-2 border-amber pl-4 text-16">{note}</p>}
      {(isOpen || hasValues) && connection ? (
        <div className="mt-3">
          <Suspense fallback={null}>
            {isOpen && <EncoderHealth mount={connection.mount} />}
            <ConnectionDetails connection={connection} />
          </Suspense>
        </div>
      ) : (
        <p className="mt-1 text-14 text-ink-3">
          Address, port, mount and password for your encoder, and how your stream is arriving.
        </p>
      )}
      {isResetting && (
        <Suspense fallback={null}>
          <ResetDialog
            reset={calls.reset}
            onReset={(renewed) => {
              setConnection(renewed);
              setOpen(true);
            }}
            onClose={() => setResetting(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
