/** A `content-disposition`: a name for all programs, and the exact one for those that can read it (RFC 6266). */
export function attachment(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\/:*?<>|%]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed().replace(/[/\\]/g, "_")).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
