import type { Context } from "hono";
import { respond, type Served } from "#workers/api/serve.ts";
import { toStream } from "#workers/api/streamed.ts";
import type { HonoEnv } from "#workers/hono.ts";
import {
  openStatementCall,
  openStatementTableCall,
  openTokenLogCall,
  openTokensStatusCall,
} from "../calls/proof.ts";
import { LogInput } from "../contract/proof.ts";
import { openTokenLog } from "../log.server.ts";
import { openStatement, openStatementTable } from "../statement.server.ts";
import { openTokensStatus, tokensStatusMs } from "../status.server.ts";

/** A line is added once an hour. */
const logSeconds = 60;

export const tokensProof: readonly Served[] = [
  respond(openTokenLogCall, {
    summary: "The instance's log of tokens from a line on, its signed end and the key that signs it.",
    input: LogInput,
    respond: async (c, input) => {
      c.header("cache-control", `public, max-age=${logSeconds}`);
      return c.json(await openTokenLog(c.get("app"), input));
    },
  }),
  respond(openStatementCall, {
    summary: "The statement of the caller's wallet, as a file: every entry, signed.",
    respond: async (c) => asFile(c, "application/json; charset=utf-8", await openStatement(c.get("app"))),
  }),
  respond(openStatementTableCall, {
    summary: "The entries of the caller's wallet as a table (CSV), without proof.",
    respond: async (c) => asFile(c, "text/csv; charset=utf-8", await openStatementTable(c.get("app"))),
  }),
  respond(openTokensStatusCall, {
    summary:
      "Whether the books of tokens are in order. While they are being checked, nothing is granted or claimed.",
    respond: async (c) => {
      c.header("cache-control", `public, max-age=${tokensStatusMs / 1_000}`);
      return c.json(await openTokensStatus(c.get("app")));
    },
  }),
];

/** A download, never shown as a page. The name is ASCII. */
function asFile(
  c: Context<HonoEnv>,
  type: string,
  { fileName, pieces }: { fileName: string; pieces: AsyncIterable<string> },
): Response {
  c.header("content-type", type);
  c.header("content-disposition", `attachment; filename="${fileName}"; filename*=UTF-8''${fileName}`);
  c.header("cache-control", "private, no-store");
  return c.body(toStream(pieces));
}
