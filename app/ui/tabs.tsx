import clsx from "clsx";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";

export interface Tab {
  key: string;
  title: string;
  render: () => ReactNode;
}

/**
 * Tabs of the APG pattern: one stop in the tab order; arrows, Home and End move and choose. Written by hand because the
 * stage page needs them in its first script, where react-aria's collections would cost 30 kB.
 */
export function Tabs({
  tabs,
  label,
  initial,
  onChoose,
}: {
  tabs: Tab[];
  label: string;
  /** Key of the tab that is open first; by default the first one. */
  initial?: string;
  /** Called with the key of a tab that is opened. */
  onChoose?: (key: string) => void;
}) {
  const id = useId();
  const [chosen, setChosen] = useState(initial ?? tabs[0]?.key);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const current = tabs.find((tab) => tab.key === chosen) ?? tabs[0];
  if (!current) return null;

  const choose = (key: string) => {
    setChosen(key);
    onChoose?.(key);
  };
  const move = (event: KeyboardEvent) => {
    const index = tabs.indexOf(current);
    const next = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const target = next === undefined ? undefined : tabs[next];
    if (!target) return;
    event.preventDefault();
    choose(target.key);
    buttons.current.get(target.key)?.focus();
  };

  return (
    <div>
      <div role="tablist" aria-label={label} className="flex gap-6 overflow-x-auto border-b border-tick">
        {tabs.map((tab) => {
          const isCurrent = tab === current;
          return (
            <button
              key={tab.key}
              ref={(element) => {
                if (element) buttons.current.set(tab.key, element);
                else buttons.current.delete(tab.key);
              }}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              aria-selected={isCurrent}
              aria-controls={`${id}-panel`}
              tabIndex={isCurrent ? 0 : -1}
              onClick={() => choose(tab.key)}
              onKeyDown={move}
              className={clsx(
                "-mb-px min-h-11 min-w-11 shrink-0 border-b-2 text-16 transition-colors -outline-offset-2",
                isCurrent ? "border-ink text-ink" : "border-transparent text-ink-3 hover:text-ink",
              )}
            >
              {tab.title}
            </button>
          );
        })}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current.key}`}
        // A panel that holds nothing to focus must be reachable itself.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="pt-6"
      >
        {current.render()}
      </div>
    </div>
  );
}
