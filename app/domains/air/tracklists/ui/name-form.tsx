import { type FormEvent, useState } from "react";
import { ComboBox } from "#app/ui/combo-box.tsx";
import { FormButtons } from "./form-buttons.tsx";

export interface Name {
  artist: string;
  title: string;
}

const maxShown = 6;
const maxLength = 200;

/** Names in which each typed word starts a word, and that are not typed already. */
export function matchNames(known: readonly Name[], text: string): Name[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: Name[] = [];
  for (const name of known) {
    const all = ` ${name.artist} ${name.title}`.toLowerCase();
    if (words.every((word) => all.includes(` ${word}`))) found.push(name);
    if (found.length === maxShown) break;
  }
  return found;
}

/** Artist and title, with names to choose from. */
export function NameForm({
  first,
  known,
  action,
  onName,
  onClose,
}: {
  first: Name;
  known: readonly Name[];
  /** The label of its button. */
  action: string;
  onName: (name: Name) => void;
  /** Absent where the form stays open. */
  onClose?: () => void;
}) {
  const [name, setName] = useState(first);
  const [isEmpty, setEmpty] = useState(false);
  const optionsFor = (text: string) =>
    matchNames(known, text)
      .filter(({ artist, title }) => artist !== name.artist || title !== name.title)
      .map(({ artist, title }) => ({
        id: `${artist}\n${title}`,
        label: [artist, title].filter(Boolean).join(" – "),
      }));
  const choose = ({ id }: { id: string }) => {
    const [artist = "", title = ""] = id.split("\n");
    setName({ artist, title });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = { artist: name.artist.trim(), title: name.title.trim() };
    if (typed.artist === "" && typed.title === "") setEmpty(true);
    else onName(typed);
  };
  return (
    <form onSubmit={submit} className="grid gap-x-3 sm:grid-cols-2">
      <ComboBox
        label="Artist"
        value={name.artist}
        maxLength={maxLength}
        options={optionsFor(name.artist)}
        onType={(artist) => setName({ ...name, artist })}
        onChoose={choose}
      />
      <ComboBox
        label="Title"
        value={name.title}
        maxLength={maxLength}
        options={optionsFor(name.title)}
        error={isEmpty ? "Enter an artist or a title." : undefined}
        onType={(title) => {
          setName({ ...name, title });
          setEmpty(false);
        }}
        onChoose={choose}
      />
      <FormButtons action={action} onClose={onClose} />
    </form>
  );
}
