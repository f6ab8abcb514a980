import type { KeyboardEvent, ReactNode, RefObject } from "react";

/**
 * Arrow down moves from the field to the first result, arrows, Home and End from result to result, Escape back to the
 * field; Tab to everything.
 */
export function ResultKeys({
  field,
  children,
}: {
  field: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = targetOf(event.key, event.target, event.currentTarget, field.current);
    if (!next) return;
    event.preventDefault();
    // The same keys must not reach the player.
    event.stopPropagation();
    next.focus();
  };
  return (
    // The results are links; the keys are only a shorter way from one to the next.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div onKeyDown={onKeyDown}>{children}</div>
  );
}

function targetOf(
  key: string,
  from: EventTarget,
  all: HTMLElement,
  field: HTMLInputElement | null,
): HTMLElement | null | undefined {
  const links = Array.from(all.querySelectorAll("li"), (row) => row.querySelector("a"));
  if (from === field) return key === "ArrowDown" ? links[0] : null;
  const at = links.findIndex((link) => from instanceof Node && link?.closest("li")?.contains(from));
  if (at === -1) return null;
  if (key === "ArrowUp" && at === 0) return field;
  const last = links.length - 1;
  const place = { ArrowDown: Math.min(at + 1, last), ArrowUp: at - 1, Home: 0, End: last }[key];
  return key === "Escape" ? field : place === undefined ? null : links[place];
}
