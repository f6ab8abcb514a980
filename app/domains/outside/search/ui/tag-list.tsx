import clsx from "clsx";
import { Link } from "react-router";
import { searchPath } from "#app/paths.ts";

/** Tags, each a link to what else has it; nothing where there are none. */
export function TagList({ tags, className }: { tags: readonly string[]; className?: string }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className={clsx("flex flex-wrap gap-x-2", className)}>
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Link to={searchPath(tag)} className="group flex min-h-11 items-center">
            <span
              className="rounded-control bg-control px-2.5 py-1 text-14 wrap-anywhere text-ink-2 group-hover:bg-tick/60 group-hover:text-ink"
              dir="auto"
            >
              {tag}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
