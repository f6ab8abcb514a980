/**
 * A cover, a photo or a preview as far as pages may show it: what lies on this site. The content security policy refuses
 * all else, and no address of a stranger's choice is ever shown. An integration that brings files of another host names
 * that host here and in the policy (`workers/middleware/security-headers.ts`).
 */
export function ownMedia(address: string | null | undefined): string | null {
  if (!address) return null;
  // `//host` and `/\host` lead elsewhere.
  return /^\/(?![/\\])/.test(address) ? address : null;
}
