import { respond, type Served } from "#workers/api/serve.ts";
import { toStream } from "#workers/api/streamed.ts";
import { sessionCookie } from "#workers/session.ts";
import { deleteAccountAndUnlink } from "../../integrations/revoke.server.ts";
import { deleteAccountCall, exportAccountCall } from "../calls/accounts.ts";
import { DeleteAccountInput } from "../contract/settings.ts";
import { exportAccount } from "../export.server.ts";

export const accountData: readonly Served[] = [
  respond(exportAccountCall, {
    summary: "Download all data of the caller's account, as a file.",
    respond: async (c) => {
      const { fileName, pieces } = await exportAccount(c.get("app"));
      c.header("content-type", "application/json; charset=utf-8");
      c.header("content-disposition", asAttachment(fileName));
      return c.body(toStream(pieces));
    },
  }),
  respond(deleteAccountCall, {
    summary: "Delete the caller's account, immediately and permanently.",
    input: DeleteAccountInput,
    respond: async (c, input) => {
      const notice = await deleteAccountAndUnlink(c.get("app"), input);
      c.header("set-cookie", sessionCookie(c.env, null));
      return c.json(notice);
    },
  }),
];

/** The name in ASCII for old clients, and unchanged for all others (RFC 6266). */
function asAttachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w.-]+/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, escape)}`;
}

const escape = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
