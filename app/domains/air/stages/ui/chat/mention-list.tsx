import clsx from "clsx";

/** The id of one name in the list, for `aria-activedescendant`. */
export const mentionOptionId = (listId: string, index: number) => `${listId}-${index}`;

/** The names or emoji to choose from, above the field. The field handles the keys and keeps the focus. */
export function MentionList({
  id,
  label,
  names,
  chosen,
  onChoose,
}: {
  id: string;
  label: string;
  names: readonly string[];
  chosen: number;
  onChoose: (name: string) => void;
}) {
  return (
    <div
      id={id}
      // A `select` has the focus to itself, and a `datalist` knows one word a field.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
      role="listbox"
      aria-label={label}
      className="absolute inset-x-3 bottom-full z-10 mb-1 border border-tick bg-raised py-1"
    >
      {names.map((name, index) => (
        <div
          key={name}
          id={mentionOptionId(id, index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onPointerDown={(event) => {
            // Otherwise the field loses the focus, and the list closes.
            event.preventDefault();
            onChoose(name);
          }}
          className={clsx(
            "flex min-h-11 cursor-pointer items-center px-3 text-14",
            index === chosen ? "bg-control text-ink" : "text-ink-2",
          )}
        >
          <span className="truncate" dir="auto">
            {name}
          </span>
        </div>
      ))}
    </div>
  );
}
