import clsx from "clsx";
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import useSWR from "swr";
import { showFailure } from "#app/api-client.ts";
import { messageLimits } from "#app/domains/air/messages/contract.ts";
import { pictureAt } from "#app/domains/base/pictures/rules.ts";
import type { PersonCard } from "#app/domains/people/people/contract/relations.ts";
import { findPeople } from "#app/domains/people/people/ui/find-people.ts";
import { BusyTicks } from "#app/ui/button.tsx";
import { Chip } from "#app/ui/chip.tsx";
import { wordFor } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import { useSettled } from "#app/ui/use-settled.ts";
import { fullText } from "./texts.ts";

const label = "Search people to message";

/** A participant to add to a conversation. */
export type Chosen = Pick<PersonCard, "id" | "username" | "profile">;

/**
 * The recipients of a new conversation: people as chips, and a search for more, by the APG combobox pattern. Backspace
 * in the empty field removes the last one.
 */
export function ParticipantField({
  chosen,
  viewerId,
  onChange,
  ref,
}: {
  chosen: readonly Chosen[];
  viewerId: string;
  onChange: (chosen: Chosen[]) => void;
  ref?: RefObject<HTMLInputElement | null>;
}) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const [news, setNews] = useState("");
  const text = useSettled(typed.trim());
  const { data, isLoading } = useSWR(text === "" ? null : [label, text], () => findPeople(text), {
    onError: showFailure,
    revalidateOnFocus: false,
    keepPreviousData: true,
  });
  // Oneself and those already chosen are not found.
  const isFree = (person: PersonCard) =>
    person.id !== viewerId && chosen.every((each) => each.id !== person.id);
  const found = typed.trim() === "" || text === "" ? undefined : data?.filter(isFree);
  const isFull = chosen.length >= messageLimits.participants - 1;
  const activeIndex = found ? Math.min(active, found.length - 1) : -1;

  const add = (person: PersonCard) => {
    onChange([...chosen, person]);
    setNews(`${person.username} added`);
    setTyped("");
    setActive(0);
    input.current?.focus();
  };
  const remove = (person: Chosen) => {
    onChange(chosen.filter((each) => each.id !== person.id));
    setNews(`${person.username} removed`);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.nativeEvent.isComposing) return;
    const last = chosen.at(-1);
    const count = found?.length ?? 0;
    const person = found?.[activeIndex];
    if (event.key === "Backspace" && typed === "" && last) {
      event.preventDefault();
      remove(last);
    } else if (event.key === "ArrowDown" && count > 0) {
      event.preventDefault();
      setActive((activeIndex + 1) % count);
    } else if (event.key === "ArrowUp" && count > 0) {
      event.preventDefault();
      setActive((activeIndex + count - 1) % count);
    } else if (event.key === "Enter" && person) {
      event.preventDefault();
      add(person);
    } else if (event.key === "Escape" && typed !== "") {
      event.preventDefault();
      setTyped("");
    }
  };

  return (
    <div className="flex min-h-0 flex-col">
      <div
        className={clsx(
          "flex min-h-11 shrink-0 flex-wrap items-center gap-1.5 rounded-control border border-edge bg-ground p-1.5",
          "max-h-40 overflow-y-auto focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink",
        )}
      >
        {chosen.length > 0 && (
          <ul aria-label="Chosen" className="contents">
            {chosen.map((person) => (
              <Chip
                key={person.id}
                name={person.username}
                start={
                  <Picture src={pictureAt(person.profile, 128)} name={person.username} className="size-6" />
                }
                onRemove={() => remove(person)}
              />
            ))}
          </ul>
        )}
        <input
          ref={input}
          role="combobox"
          dir="auto"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={found !== undefined && found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
          placeholder={chosen.length === 0 ? label : undefined}
          value={typed}
          readOnly={isFull}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="min-h-8 w-32 grow bg-transparent px-1.5 text-16 text-ink outline-none placeholder:text-ink-3"
        />
        {isLoading && <BusyTicks />}
      </div>
      {isFull && <p className="mt-1 text-14 text-ink-3">{fullText}</p>}
      <output className="sr-only">
        {found === undefined
          ? news
          : found.length === 0
            ? "No users found"
            : `${found.length} ${wordFor(found.length, "user", "users")} found`}
      </output>
      {found?.length === 0 && <p className="py-4 text-16 text-ink-2">No users found</p>}
      <div
        id={`${id}-list`}
        // Neither a `select` nor a `datalist` can be drawn or asked what it shows.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
        role="listbox"
        aria-label="People"
        hidden={!found || found.length === 0}
        className="mt-1 min-h-0 overflow-y-auto border-b border-tick"
      >
        {found?.map((person, index) => (
          // The keys are the field's, by aria-activedescendant.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={person.id}
            id={`${id}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            // Before the field loses the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(person)}
            onPointerMove={() => setActive(index)}
            className={clsx(
              "flex min-h-16 cursor-pointer items-center gap-3 border-t border-tick px-2 py-2",
              index === activeIndex && "bg-control",
            )}
          >
            <Picture src={pictureAt(person.profile, 128)} name={person.username} className="size-11" />
            <span className="min-w-0">
              <span className="block truncate text-16" dir="auto">
                {person.username}
              </span>
              <span className="block text-14 text-ink-3">{person.dj ? "Performer" : "Listener"}</span>
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
