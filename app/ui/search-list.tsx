import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import useSWR from "swr";
import { EmptyState } from "./empty-state.tsx";
import { Field } from "./field.tsx";
import { wordFor } from "./number.ts";
import { Skeleton } from "./skeleton.tsx";
import { useSettled } from "./use-settled.ts";

/**
 * A search while typing, with its results below as a list of buttons. Empty, it shows nothing, also once a chosen
 * result is among `hiddenIds`: the search has reached its aim. `words` names the results, for screen readers and for
 * when there are none.
 */
export function SearchList<Item extends { id: string }>({
  label,
  hint,
  words,
  find,
  hiddenIds,
  onError,
  onChoose,
  children,
}: {
  label: string;
  hint?: ReactNode;
  words: { one: string; other: string };
  find: (text: string) => Promise<Item[]>;
  hiddenIds?: ReadonlySet<string>;
  onError: (error: unknown) => void;
  onChoose: (item: Item) => void;
  /** The content of a result's button. */
  children: (item: Item) => ReactNode;
}) {
  const [typed, setTyped] = useState("");
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (chosenId !== null && hiddenIds?.has(chosenId)) {
    setChosenId(null);
    setTyped("");
  }
  const text = useSettled(typed.trim());
  const { data, isLoading } = useSWR(text === "" ? null : [label, text], () => find(text), {
    onError,
    revalidateOnFocus: false,
    keepPreviousData: true,
  });
  const found = text === "" ? undefined : data?.filter(({ id }) => !hiddenIds?.has(id));
  const nothing = `No ${words.other} found`;
  return (
    <>
      <Field
        label={label}
        hint={hint}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Within a form it would submit what is not chosen yet.
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
        end={<Search aria-hidden="true" className="size-5 text-ink-3" />}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        dir="auto"
      />
      <output className="sr-only">
        {found &&
          (found.length === 0
            ? nothing
            : `${found.length} ${wordFor(found.length, words.one, words.other)} found`)}
      </output>
      {text !== "" && (
        <div aria-busy={isLoading} className="mt-2">
          {found === undefined ? (
            isLoading && <Skeleton className="h-16" />
          ) : found.length === 0 ? (
            <EmptyState title={nothing} />
          ) : (
            <ul className="border-b border-tick">
              {found.map((item) => (
                <li key={item.id} className="border-t border-tick">
                  <button
                    type="button"
                    onClick={() => {
                      setChosenId(item.id);
                      onChoose(item);
                    }}
                    className="flex min-h-16 w-full items-center gap-4 py-2.5 text-left -outline-offset-2 hover:bg-control"
                  >
                    {children(item)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}
