import type { BadgeView } from "../contract/people.ts";

/** The small badge beside someone's name; nothing where they show none. */
export function WornBadge({ badge, size = 20 }: { badge: BadgeView | null; size?: 20 | 24 }) {
  if (badge === null) return null;
  const { badge: src, name } = badge;
  return (
    <img src={src} alt={name} title={name} width={size} height={size} className="inline-block shrink-0" />
  );
}
