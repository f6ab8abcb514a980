import type { ReactNode } from "react";
import type { PhotoCreditView } from "../contract/records.ts";

/** The replacement for an author who is not known. */
const library = "Wikimedia Commons";
/** Pictures are stored as squares; licenses that ask for a name ask for this too. */
const changed = ", cropped";

/** Returns the credit in one sentence, for where no links can be. */
export const photoCreditLine = ({ author, license }: PhotoCreditView): string =>
  `Photo: ${author ?? library}, ${license}${changed}`;

/** Shows the author of a page's picture, linked to its source and to its license. */
export function PhotoCredit({
  credit: { author, license, licenseUrl, source },
}: {
  credit: PhotoCreditView;
}) {
  return (
    <p className="mt-3 text-14 wrap-anywhere text-ink-3">
      {"Photo: "}
      <Elsewhere href={source}>
        <bdi>{author ?? library}</bdi>
      </Elsewhere>
      {", "}
      {licenseUrl === null ? license : <Elsewhere href={licenseUrl}>{license}</Elsewhere>}
      {changed}
    </p>
  );
}

function Elsewhere({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="underline decoration-edge hover:decoration-current"
    >
      {children}
    </a>
  );
}
