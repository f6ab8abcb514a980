import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unprivileged } from "../unprivileged.ts";

/**
 * Returns a new folder that belongs to Icecast's account and is closed to others, with an empty configuration file in
 * it. Icecast works inside it with relative paths, so the parent folders need not be open to that account.
 */
export function prepareFolder(agentFolder: string, configurationName: string): string {
  const folder = join(agentFolder, "icecast");
  const { uid, gid } = unprivileged("icecast2");
  rmSync(folder, { recursive: true, force: true });
  const folders = [folder, join(folder, "web"), join(folder, "admin")];
  for (const path of folders) {
    mkdirSync(path, { recursive: true });
    chmodSync(path, 0o700);
  }
  const file = join(folder, configurationName);
  writeFileSync(file, "", { mode: 0o600 });
  if (uid !== undefined && gid !== undefined)
    for (const path of [...folders, file]) chownSync(path, uid, gid);
  return folder;
}
