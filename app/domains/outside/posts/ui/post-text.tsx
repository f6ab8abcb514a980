import { useId, useRef } from "react";
import type { PostLimit } from "#app/domains/people/integrations/post-client.ts";
import { TextArea } from "#app/ui/text-area.tsx";
import { buildPost, shownPost } from "../build.ts";
import type { PostTargetView } from "../contract.ts";
import { defaultText, exampleFacts, templateOf } from "../default-texts.ts";
import { hasPlaceholder, placeholders, templateProblem } from "../template.ts";
import { leftFor, type TextAbout } from "../text-problem.ts";

/** One text of a target, with its placeholders and what it becomes. */
export function PostText({
  label,
  kind,
  target,
  limit,
  about,
  text,
  onChange,
}: {
  label: string;
  kind: "live" | "booking";
  target: PostTargetView;
  limit: PostLimit;
  about: TextAbout;
  text: string;
  onChange: (text: string) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const problem = templateProblem(text);
  const insert = (placeholder: string) => {
    const { selectionStart: from, selectionEnd: to } = field.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
    };
    onChange(`${text.slice(0, from)}${placeholder}${text.slice(to)}`);
    // The field has the new text only after it is rendered.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + placeholder.length, from + placeholder.length);
    });
  };
  return (
    <div className="mt-6">
      <TextArea
        ref={field}
        label={label}
        value={text}
        rows={3}
        left={problem === null ? leftFor(text, limit, about) : undefined}
        error={problem}
        hint={hintFor(target, text, kind)}
        placeholder={defaultText({ party: target.party, owner: target.owner.kind }, kind)}
        onChange={(event) => onChange(event.target.value)}
      />
      <ul aria-label={`Placeholders for ${label}`} className="mt-1 flex flex-wrap gap-2">
        {placeholders
          .filter((each) => each !== "link" || about.hasLink)
          .map((each) => (
            <li key={each}>
              <button
                type="button"
                aria-label={`Insert {${each}}`}
                onClick={() => insert(`{${each}}`)}
                className="min-h-11 rounded-control bg-control px-3 text-14 text-ink-2 transition-colors hover:bg-tick/60 hover:text-ink"
              >
                {`{${each}}`}
              </button>
            </li>
          ))}
      </ul>
      {problem === null && <Preview text={previewOf({ kind, target, limit, about, text })} />}
    </div>
  );
}

interface Previewed {
  kind: "live" | "booking";
  target: PostTargetView;
  limit: PostLimit;
  about: TextAbout;
  text: string;
}

/** Returns the text as the server builds it, about an example set. */
function previewOf({ kind, target, limit, about, text }: Previewed): string {
  const { party, owner } = target;
  const facts = exampleFacts({ owner: owner.kind, name: owner.name, now: about.now });
  const template = templateOf({ party, owner: owner.kind }, kind, { own: text, facts });
  return shownPost(buildPost({ template, facts, link: about.hasLink ? owner.page : null, limit }), limit);
}

function hintFor({ party, owner }: PostTargetView, text: string, kind: "live" | "booking"): string {
  const isDefault = text.trim() === "" || text.trim() === defaultText({ party, owner: owner.kind }, kind);
  if (party === "twitter" && !isDefault && !hasPlaceholder(text, ["set", "time"]))
    return "Twitter refuses the same tweet twice. Add {set} or {time}.";
  return "Placeholders become the names of your set and stage";
}

function Preview({ text }: { text: string }) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="mt-3 border-l-2 border-edge pl-3">
      <figcaption id={id} className="label text-ink-3">
        Preview
      </figcaption>
      <p dir="auto" className="mt-1 max-w-[60ch] text-14 wrap-anywhere whitespace-pre-wrap text-ink-2">
        {text}
      </p>
    </figure>
  );
}
