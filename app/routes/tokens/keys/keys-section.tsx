/** The wallet's keys, backup and devices. */
export function KeysSection() {
  return null;
}
