import { type ReactNode, useId } from "react";
import { flushSync } from "react-dom";
import { Button } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";

/** The other side of a booking: a search until one is chosen, then that one and a way back to the search. */
export function Choice<Item>({
  title,
  chosen,
  onChange,
  search,
  children,
}: {
  /** The heading of what is chosen, as "Stage". */
  title: string;
  chosen: Item | null;
  onChange: (item: Item | null) => void;
  search: (onChoose: (item: Item) => void) => ReactNode;
  children: (item: Item) => ReactNode;
}) {
  const id = useId();
  /** The focused element disappears with either change: the focus moves to what replaces it. */
  const change = (item: Item | null) => {
    flushSync(() => onChange(item));
    document.querySelector<HTMLElement>(`#${CSS.escape(id)} ${item === null ? "input" : "button"}`)?.focus();
  };
  return (
    <Section title={title}>
      <div id={id}>
        {chosen === null ? (
          search(change)
        ) : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <div className="flex min-w-0 grow basis-64 items-center gap-4">{children(chosen)}</div>
            <Button onClick={() => change(null)}>
              Change<span className="sr-only"> {title.toLowerCase()}</span>
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}
