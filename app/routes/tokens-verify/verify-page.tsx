import { useEffect, useState } from "react";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { Section } from "#app/ui/section.tsx";
import { useOnline } from "#app/ui/use-online.ts";
import { prepareSignatures, publicKeyPattern } from "#packages/ledger/signature.ts";
import { FileSlot, type OpenedFile } from "./file-slot.tsx";
import { useSiteKey } from "./site-key.ts";
import { useVerdict } from "./use-verdict.ts";
import { VerdictView } from "./verdict-view.tsx";

/** Checks a statement of a wallet on this device: nothing of it is sent, and no network is needed. */
export function VerifyPage() {
  const [file, setFile] = useState<OpenedFile | null>(null);
  const [earlier, setEarlier] = useState<OpenedFile | null>(null);
  const [typed, setTyped] = useState("");
  const siteKey = useSiteKey();
  const isOnline = useOnline();
  const key = typed.trim().toLowerCase();
  const isWrongKey = key !== "" && !publicKeyPattern.test(key);
  const known = isWrongKey ? null : key || siteKey;
  const result = useVerdict({ file, earlier, publicKey: known, canAskLog: key === "" && siteKey !== null });

  useEffect(() => {
    // Without it, a browser that lacks Ed25519 loads it with the first statement.
    prepareSignatures().catch(() => undefined);
  }, []);

  return (
    <main id="main" className="mx-auto w-full max-w-3xl px-4 pt-6 pb-16 sm:px-8 sm:pt-10">
      <h1 className="display text-44 text-balance">Check a Statement</h1>
      <p className="mt-4 mb-8 max-w-[60ch] text-16 text-ink-2">
        A statement lists everything that went into or out of a wallet. Here you can check that nothing in it
        was changed or left out. The check runs on your device, and your file is not sent anywhere. Tokens are
        points: they cannot be bought, sold or cashed out.
      </p>
      <Section title="Files">
        <div className="space-y-6">
          <FileSlot
            label="Statement"
            action="Choose Statement"
            hint="The JSON file that you downloaded. You can also drop it here."
            file={file}
            onFile={setFile}
          />
          <FileSlot
            label="Earlier statement, if you have one"
            action="Choose Earlier Statement"
            hint="An older file of the same wallet. It must be the start of the newer one."
            file={earlier}
            onFile={setEarlier}
          />
          <Field
            label="Public key of the site, if you want to check another one"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={siteKey ?? undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={isWrongKey ? "A key has 64 characters: digits and the letters a to f." : null}
            hint={hintOf(siteKey, isOnline)}
          />
        </div>
      </Section>
      <Section title="Result">
        <output className="block min-h-24">
          {file === null ? (
            <EmptyState title="No statement is chosen yet">
              You can download yours on your tokens page. The result then appears here.
            </EmptyState>
          ) : (
            <VerdictView
              result={result}
              hasKey={known !== null}
              hasOwnKey={key !== ""}
              hasEarlier={earlier !== null}
            />
          )}
        </output>
      </Section>
    </main>
  );
}

function hintOf(siteKey: string | null, isOnline: boolean): string {
  if (siteKey !== null) return "Leave it empty to use the key of this site.";
  return isOnline
    ? "The key of this site is not loaded yet. Paste it if you have it."
    : "You are offline. Paste the key of the site if you have it.";
}
