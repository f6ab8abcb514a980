import { FileDown } from "lucide-react";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";

/** Every entry of the wallet as a file, and the page that checks such a file. */
export function StatementSection({ isEmpty }: { isEmpty: boolean }) {
  return (
    <Section
      title="Statement"
      intro="A file with every entry of your wallet, signed by this site. Keep it, and you can check later, without us, that no entry was changed or removed."
    >
      <div className="flex flex-wrap gap-3">
        {!isEmpty && (
          <>
            <a href="/api/tokens/statement" download className={buttonClass("quiet")}>
              <FileDown aria-hidden="true" className="size-4" />
              Download Statement
            </a>
            <a href="/api/tokens/statement.csv" download className={buttonClass("quiet")}>
              <FileDown aria-hidden="true" className="size-4" />
              Entries as CSV
            </a>
          </>
        )}
        <ButtonLink to="/tokens/verify">Verify a Statement</ButtonLink>
      </div>
      {isEmpty && (
        <p className="mt-3 text-14 text-ink-3">You can download your own once you have your first tokens.</p>
      )}
    </Section>
  );
}
