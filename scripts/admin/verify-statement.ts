/** `npm run admin -- verify-statement`: checks a statement of a wallet without an instance and without a network. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type StatementSummary, verifyFile } from "#app/domains/value/tokens/statement.ts";
import { publicKeyPattern } from "#packages/ledger/signature.ts";

export const verifyWord = "verify-statement";

interface Verification {
  file: string;
  earlier: string | undefined;
  key: string | undefined;
}

/** @throws Error with a sentence for people, when the words are not this command's */
export function readVerification(words: readonly string[]): Verification {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { earlier: { type: "string" }, key: { type: "string" } },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new Error("verify-statement wants one file.");
  if (values.key !== undefined && !publicKeyPattern.test(values.key))
    throw new Error("--key wants a public key: 64 digits and letters a to f.");
  return { file, earlier: values.earlier, key: values.key };
}

/** Throws where a file cannot be read. */
export async function verifyFiles({ file, earlier, key }: Verification): Promise<{
  isValid: boolean;
  /** Whether the signature was checked against a given key, and not only the one that the statement names. */
  isKeyChecked: boolean;
  faults: string[];
  summary: StatementSummary | null;
}> {
  const { faults, summary } = await verifyFile(readFileSync(file, "utf8"), {
    publicKey: key,
    earlier: earlier === undefined ? undefined : readFileSync(earlier, "utf8"),
  });
  return { isValid: faults.length === 0, isKeyChecked: key !== undefined, faults, summary };
}
