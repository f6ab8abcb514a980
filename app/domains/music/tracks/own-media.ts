/**
 * A cover, a photo or a preview if pages may show it: files on this site. The content security policy refuses all
 * others, and no address chosen by a stranger is ever shown. An integration that uses files of another host must add
 * that host here and in the policy (`workers/middleware/security-headers.ts`).
 */
export function ownMedia(address: string | null | undefined): string | null {
  if (!address) return null;
  // `//host` and `/\host` lead to another site.
  return /^\/(?![/\\])/.test(address) ? address : null;
}
