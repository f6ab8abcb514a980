/**
 * `npm run admin -- <command>`: the commands for operators of an instance. Prints one line of JSON on standard output.
 */
import { readCommand, usage } from "./admin/command-line.ts";
import { AdminError, callOperator, deployedAccess, localAccess } from "./admin/operator-call.ts";
import { readRecognise, recognise, recogniseWord } from "./admin/recognise.ts";
import { readVerification, verifyFiles, verifyWord } from "./admin/verify-statement.ts";
import { readSettings } from "./settings.ts";

const words = process.argv.slice(2);
if (words.length === 0 || words[0] === "--help" || words[0] === "help") {
  process.stderr.write(`${usage}\n`);
  process.exit(words.length === 0 ? 1 : 0);
}
try {
  if (words[0] === verifyWord) {
    const verdict = await verifyFiles(readVerification(words.slice(1)));
    process.stdout.write(`${JSON.stringify(verdict)}\n`);
    process.exit(verdict.isValid ? 0 : 1);
  }
  const accessTo = (origin: string | undefined) =>
    origin === undefined ? localAccess(readSettings().state) : deployedAccess(origin);
  if (words[0] === recogniseWord) {
    const asked = readRecognise(words.slice(1));
    process.stdout.write(`${JSON.stringify(await recognise(asked, accessTo(asked.origin)))}\n`);
    process.exit(0);
  }
  const command = readCommand(words);
  process.stdout.write(`${JSON.stringify(await callOperator(command, accessTo(command.origin)))}\n`);
} catch (error) {
  const code = error instanceof AdminError ? error.code : "bad-input";
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${JSON.stringify({ error: message, code })}\n`);
  process.exit(1);
}
