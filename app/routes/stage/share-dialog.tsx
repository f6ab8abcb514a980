import { embedHtml, embedSize } from "#app/domains/embeds/address.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import Dialog from "#app/ui/dialog.tsx";

/** The public address and, of what has a player, a frame to put on another page. */
export default function ShareDialog({
  title,
  name,
  url,
  hasPlayer,
  soundUrl,
  onClose,
}: {
  title: string;
  name: string;
  url: string;
  hasPlayer: boolean;
  /** What players other than browsers open, if there is such an address. */
  soundUrl?: string;
  onClose: () => void;
}) {
  const html = embedHtml({ url, name, ...embedSize });
  return (
    <Dialog title={title} onClose={onClose}>
      <h3 className="text-14 font-semibold text-ink-2">Public URL</h3>
      <p className="mt-1 mb-3 bg-ground p-3 text-14 break-all select-all">{url}</p>
      <CopyButton text={url}>Copy Public URL</CopyButton>
      {hasPlayer && (
        <>
          <h3 className="mt-6 text-14 font-semibold text-ink-2">Embed HTML</h3>
          <p className="mt-1 mb-3 bg-ground p-3 text-14 break-all select-all">{html}</p>
          <CopyButton text={html}>Copy Embed HTML</CopyButton>
        </>
      )}
      {soundUrl !== undefined && (
        <>
          <h3 className="mt-6 text-14 font-semibold text-ink-2">Stream for radios and audio players</h3>
          <p className="mt-1 mb-3 bg-ground p-3 text-14 break-all select-all">{soundUrl}</p>
          <CopyButton text={soundUrl}>Copy stream URL</CopyButton>
        </>
      )}
    </Dialog>
  );
}
