import { QrCode, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { embedHtml, embedSize } from "#app/domains/outside/embeds/address.ts";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import Dialog from "#app/ui/dialog.tsx";
import { QrPicture } from "#app/ui/qr-picture.tsx";

export interface ShareAddresses {
  /** The page itself. */
  url: string;
  /** The public player, which plays without an account and can be embedded, if there is one. */
  playerUrl?: string;
  /** The address for radios and audio players, if there is one; with `.m3u` and `.pls` appended it is a playlist. */
  soundUrl?: string;
}

/** The addresses of a page, to copy, share, scan, or embed. */
export default function ShareDialog({
  title,
  name,
  url,
  playerUrl,
  soundUrl,
  onClose,
}: ShareAddresses & { title: string; name: string; onClose: () => void }) {
  const [hasCode, setHasCode] = useState(false);
  return (
    <Dialog title={title} onClose={onClose}>
      <Address title="Link to This Page" text={url} copy="Copy Link">
        {"share" in navigator && (
          <Button
            icon={<Share2 aria-hidden="true" className="size-4" />}
            // A cancelled share is an error here, but not to the user.
            onClick={() => void navigator.share({ title: name, url }).catch(() => {})}
          >
            Send to…
          </Button>
        )}
        <Button
          icon={<QrCode aria-hidden="true" className="size-4" />}
          aria-expanded={hasCode}
          onClick={() => setHasCode(!hasCode)}
        >
          {" "}
          QR Code{" "}
        </Button>
      </Address>
      {hasCode && (
        <div className="mt-3">
          <QrPicture text={url} label={`QR code of the link to ${name}`} />
        </div>
      )}
      {playerUrl !== undefined && (
        <>
          <Address
            title="Public URL"
            hint="A page with just the player. Anyone can open it without an account."
            text={playerUrl}
            copy="Copy Public URL"
          />
          <Address
            title="Embed HTML"
            text={embedHtml({ url: playerUrl, name, ...embedSize })}
            copy="Copy Embed HTML"
          />
        </>
      )}
      {soundUrl !== undefined && (
        <Address title="For Radios and Audio Players" text={soundUrl} copy="Copy Stream URL">
          {(["m3u", "pls"] as const).map((playlist) => (
            <a
              key={playlist}
              href={`${soundUrl}.${playlist}`}
              download
              className="inline-flex min-h-11 items-center px-2 text-14 underline underline-offset-4"
            >
              .{playlist}
            </a>
          ))}
        </Address>
      )}
    </Dialog>
  );
}

function Address({
  title,
  hint,
  text,
  copy,
  children,
}: {
  title: string;
  hint?: string;
  text: string;
  /** The label of the copy button. */
  copy: string;
  /** Further actions. */
  children?: ReactNode;
}) {
  return (
    <section className="mt-6 first:mt-0">
      <h3 className="text-14 font-semibold text-ink-2">{title}</h3>
      {hint && <p className="text-14 text-ink-3">{hint}</p>}
      <p className="mt-1 mb-3 bg-ground p-3 text-14 break-all select-all">{text}</p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={text}>{copy}</CopyButton>
        {children}
      </div>
    </section>
  );
}
