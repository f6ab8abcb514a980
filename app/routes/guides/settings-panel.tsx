import clsx from "clsx";
import { Check, ChevronDown, Copy, Eye, EyeOff } from "lucide-react";
import { type ReactNode, useId } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { copyText } from "#app/ui/copy-text.ts";
import { useGuideReader } from "./guide-reader.ts";

/** The reader's value that a field shows. */
type ValueName = "address" | "port" | "mount" | "password";

/** One control of a program's window: its label and its setting. */
export type PanelField = { label: string } & (
  | { value: ValueName }
  /** Typed exactly like this. */
  | { text: string }
  /** Picked from a list. */
  | { choice: string }
  | { isChecked: boolean }
);

export interface PanelGroup {
  title: string;
  fields: PanelField[];
}

/**
 * A program's settings window as a drawing with text that can be read, copied and enlarged: its own labels, the
 * reader's own values. `places`: the list or row of tabs that leads here.
 */
export function SettingsPanel({
  caption,
  window,
  places,
  current,
  groups,
}: {
  caption: string;
  window: string;
  places: string[];
  current: string;
  groups: PanelGroup[];
}) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="mt-4 border border-edge bg-raised">
      <div className="flex items-center gap-3 border-b border-edge bg-control px-3 py-2">
        <span aria-hidden="true" className="flex gap-1">
          {[0, 1, 2].map((dot) => (
            <i key={dot} className="size-2 rounded-full bg-edge" />
          ))}
        </span>
        <span className="text-14 text-ink-2">{window}</span>
      </div>
      <div className="sm:flex">
        <ul
          aria-label={`Pages of ${window}`}
          className="flex flex-wrap gap-x-1 border-tick p-2 text-14 text-ink-3 max-sm:border-b sm:w-40 sm:shrink-0 sm:flex-col sm:border-r"
        >
          {places.map((place) => (
            <li
              key={place}
              aria-current={place === current ? "true" : undefined}
              className={clsx(
                "border-l-4 px-2 py-0.5",
                place === current
                  ? "border-amber bg-amber-soft font-semibold text-ink"
                  : "border-transparent",
              )}
            >
              {place}
            </li>
          ))}
        </ul>
        <div className="min-w-0 grow space-y-5 p-3 sm:p-4">
          {groups.map(({ title, fields }) => (
            <div key={title}>
              <p className="label text-ink-3">{title}</p>
              <dl>
                {fields.map((field) => (
                  <Field key={field.label} field={field} />
                ))}
              </dl>
            </div>
          ))}
        </div>
      </div>
      <figcaption id={id} className="border-t border-tick px-3 py-2 text-14 text-ink-3">
        {caption}
      </figcaption>
    </figure>
  );
}

function Field({ field }: { field: PanelField }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-1 sm:grid-cols-[8rem_minmax(0,1fr)_5.75rem]">
      <dt className="text-14 text-ink-2 max-sm:col-span-2">{field.label}</dt>
      {"value" in field ? (
        <OwnValue label={field.label} name={field.value} />
      ) : "choice" in field ? (
        <dd className={clsx(box, "flex items-center justify-between gap-2")}>
          {field.choice}
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        </dd>
      ) : "text" in field ? (
        <dd className={box}>{field.text}</dd>
      ) : (
        <dd className="flex min-h-11 items-center">
          <span className="grid size-5 place-items-center border border-edge bg-ground">
            <span className="sr-only">{field.isChecked ? "On" : "Off"}</span>
            {field.isChecked && <Check aria-hidden="true" className="size-4" />}
          </span>
        </dd>
      )}
    </div>
  );
}

const box = "min-h-9 min-w-0 border border-edge bg-ground px-2 py-1.5 text-16";
const concealed = "••••••••••••";

/** One of the reader's own values, with a copy button; while it is unknown, a description of it. */
function OwnValue({ label, name }: { label: string; name: ValueName }) {
  const { ingest, connection, isRevealed, setRevealed } = useGuideReader();
  const known: Record<ValueName, string | undefined> = {
    address: ingest.address,
    port: String(ingest.port),
    mount: connection?.mount,
    password: connection?.password,
  };
  const value = known[name];
  if (value === undefined) {
    return (
      <dd className={clsx(box, "border-dashed text-ink-3 italic")}>
        {name === "password" ? "your password" : "your mount"}
      </dd>
    );
  }
  const isSecret = name === "password";
  return (
    <>
      <dd className={clsx(box, "break-all")}>{isSecret && !isRevealed ? <Concealed /> : value}</dd>
      <dd className="flex">
        <IconButton label={`Copy ${label}`} onClick={() => void copyText(value)}>
          <Copy aria-hidden="true" className="size-4" />
        </IconButton>
        {isSecret && (
          <IconButton
            label={isRevealed ? "Hide" : "Reveal"}
            aria-pressed={isRevealed}
            onClick={() => setRevealed(!isRevealed)}
          >
            {isRevealed ? (
              <EyeOff aria-hidden="true" className="size-4" />
            ) : (
              <Eye aria-hidden="true" className="size-4" />
            )}
          </IconButton>
        )}
      </dd>
    </>
  );
}

function Concealed(): ReactNode {
  return (
    <>
      <span className="sr-only">hidden</span>
      <span aria-hidden="true">{concealed}</span>
    </>
  );
}
