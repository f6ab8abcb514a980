/** The unit in which clients are counted: an IPv4 address, or a whole /64 of IPv6, which belongs to one party. */
export function partyOf(address: string): string {
  if (address.startsWith("::ffff:")) return address.slice(7);
  return address.includes(":") ? expand(address).slice(0, 4).join(":") : address;
}

/** The eight groups of an IPv6 address. */
function expand(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  if (tail === undefined) return groups(head);
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...groups(tail)];
}
