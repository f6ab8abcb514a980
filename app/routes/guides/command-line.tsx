import { Copy } from "lucide-react";
import type { ConnectionView } from "#app/domains/air/media/contract/encoder.ts";
import { Button } from "#app/ui/button.tsx";
import { copyText } from "#app/ui/copy-text.ts";
import { useGuideReader } from "./guide-reader.ts";

/** A command with the reader's own values. The clipboard gets the password; the page shows it on request. */
export function CommandLine({ name, line }: { name: string; line: (connection: ConnectionView) => string }) {
  const { ingest, connection, isRevealed } = useGuideReader();
  const shown = {
    ...ingest,
    mount: connection?.mount ?? "MOUNT",
    password: connection === null ? "PASSWORD" : isRevealed ? connection.password : "••••••••••••",
  };
  return (
    <div className="mt-3">
      <p className="bg-control p-3 text-14 text-ink break-all">
        <code>{line(shown)}</code>
      </p>
      {connection && (
        <Button
          className="mt-2"
          icon={<Copy aria-hidden="true" className="size-4" />}
          onClick={() => void copyText(line(connection))}
        >
          {`Copy ${name}`}
        </Button>
      )}
    </div>
  );
}
