import type { BadgeView } from "../contract/people.ts";

/** What someone wears, small, beside their name; nothing where they wear none. */
export function WornBadge({ badge, size = 20 }: { badge: BadgeView | null; size?: 20 | 24 }) {
  if (badge === null) return null;
  const { badge: src, name } = badge;
  return (
    <img src={src} alt={name} title={name} width={size} height={size} className="inline-block shrink-0" />
  );
}
