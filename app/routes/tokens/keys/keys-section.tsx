import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { QrPicture } from "#app/ui/qr-picture.tsx";
import { Section } from "#app/ui/section.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { BackupPart } from "./backup-part.tsx";
import { DevicesPart } from "./devices-part.tsx";
import { NoKey } from "./no-key.tsx";
import { Part, Text } from "./panel.tsx";
import { SwitchPart } from "./switch-part.tsx";
import { useKeys } from "./use-keys.ts";

/** The keys of the viewer's wallet. The default export of its own chunk: load it with `lazyPart`. */
export default function KeysSection() {
  return (
    <Section title="Keys" intro="A recovery phrase for your wallet, and the devices that sign your tips.">
      <Keys />
    </Section>
  );
}

function Keys() {
  const { keys, error, reload, show } = useKeys();
  if (keys === undefined)
    return error === undefined ? (
      <Skeleton className="h-40 max-w-2xl" />
    ) : (
      <>
        <Text>Your keys could not be loaded.</Text>
        <Button className="mt-3" onClick={() => void reload().catch(() => undefined)}>
          Try Again
        </Button>
      </>
    );
  const { address } = keys;
  if (address === null) return <NoKey keys={keys} reload={reload} />;
  return (
    <>
      <Text>Your wallet has a key. Only you have its phrase: we have never seen it.</Text>
      <Part title="Address">
        <p translate="no" className="tabular text-16 break-all">
          {address}
        </p>
        <div className="mt-3 flex flex-wrap items-start gap-4">
          <QrPicture text={address} label="Your address as a QR code" />
          <CopyButton text={address}>Copy Address</CopyButton>
        </div>
      </Part>
      <DevicesPart keys={keys} reload={reload} show={show} />
      <BackupPart keys={keys} reload={reload} />
      <SwitchPart keys={keys} show={show} />
    </>
  );
}
