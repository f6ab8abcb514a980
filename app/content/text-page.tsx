import { TickRule } from "#app/ui/ticks.tsx";
import type { LongText, TextSection } from "./long-text.ts";
import { Prose, type Slots } from "./prose.tsx";

/** A page with a long text: its lead, its sections with links to them, and when it was last checked. */
export function TextPage({ text, slots }: { text: LongText; slots?: Slots }) {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 sm:px-8 sm:pt-10">
      <h1 className="display text-44 sm:text-72">{text.title}</h1>
      <p className="mt-4 max-w-[60ch] text-20 text-ink-2">{text.lead}</p>
      <p className="mt-2 text-14 text-ink-3">As of {text.asOf}</p>
      <TickRule className="my-8" />
      <div className="gap-12 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label="Sections" className="mb-10 lg:sticky lg:top-[calc(var(--head)+24px)] lg:self-start">
          <ul className="border-l border-tick max-lg:columns-2 max-lg:gap-0">
            {text.sections.map(({ id, title }) => (
              <li key={id} className="break-inside-avoid">
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center py-1 pr-2 pl-4 text-16 leading-5 text-ink-2 -outline-offset-2 hover:text-ink hover:underline lg:min-h-9"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-w-[68ch] space-y-12">
          {text.sections.map((section) => (
            <section
              key={section.id}
              id={section.id}
              aria-labelledby={`${section.id}-title`}
              className="scroll-mt-20"
            >
              <h2 id={`${section.id}-title`} className="display mb-3 text-28">
                {section.title}
              </h2>
              <div className="space-y-4 text-16 text-ink-2">
                <Prose pieces={section.body} slots={slots} />
                {section.parts.map((part) => (
                  <Part key={part.id} part={part} slots={slots} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}

/** One part with its own fragment, so that others can link to it. */
function Part({ part: { id, title, body }, slots }: { part: TextSection; slots?: Slots }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 space-y-2 pt-2">
      <h3 id={`${id}-title`} className="text-20 font-semibold text-ink">
        {title}
      </h3>
      <Prose pieces={body} slots={slots} />
    </section>
  );
}
