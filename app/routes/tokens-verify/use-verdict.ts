import { useEffect, useMemo, useState } from "react";
import { type Verdict, verifyFile, wrongLine } from "#app/domains/value/tokens/statement.ts";
import type { OpenedFile } from "./file-slot.tsx";
import { isLineInLog } from "./site-key.ts";

export interface CheckedFile extends Verdict {
  /** Whether this site's own log has its line; null where that was not asked. */
  isInLog: boolean | null;
}

interface Input {
  file: OpenedFile | null;
  earlier: OpenedFile | null;
  publicKey: string | null;
  /** The key is this site's, so that its log can be asked as well. */
  canAskLog: boolean;
}

/** Checks the files whenever they or the key change; null while it does. */
export function useVerdict({ file, earlier, publicKey, canAskLog }: Input): CheckedFile | null {
  const input = useMemo(
    () => ({ file, earlier, publicKey, canAskLog }),
    [file, earlier, publicKey, canAskLog],
  );
  const [last, setLast] = useState<{ input: Input; result: CheckedFile } | null>(null);
  useEffect(() => {
    if (input.file === null) return;
    // The newest input decides: an older check that ends later does not match it.
    check(input, input.file).then(
      (result) => setLast({ input, result }),
      () => setLast({ input, result: { faults: [notChecked], summary: null, isInLog: null } }),
    );
  }, [input]);
  return last?.input === input ? last.result : null;
}

const notChecked =
  "This browser cannot check signatures without a network. Please try again when you are online.";

async function check({ earlier, publicKey, canAskLog }: Input, file: OpenedFile): Promise<CheckedFile> {
  const problem = file.problem ?? earlier?.problem;
  if (problem) return { faults: [problem], summary: null, isInLog: null };
  const verdict = await verifyFile(file.text, { publicKey: publicKey ?? undefined, earlier: earlier?.text });
  const { faults, summary } = verdict;
  const isOurs = canAskLog && faults.length === 0 && summary?.origin === window.location.origin;
  const isInLog = isOurs && summary.line !== null ? await isLineInLog(summary.line) : null;
  return isInLog === false ? { faults: [wrongLine], summary, isInLog } : { ...verdict, isInLog };
}
