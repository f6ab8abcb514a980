import type { ReactNode } from "react";
import { Link } from "react-router";
import { TickRule } from "#app/ui/ticks.tsx";

export interface TextSection {
  /** Its place in the address, `#…`. */
  id: string;
  title: string;
  body: ReactNode;
}

/** A text to be read: what it is about, its sections with a way to each, and when it was last true. */
export function TextPage({
  title,
  lead,
  asOf,
  sections,
}: {
  title: string;
  lead: string;
  asOf: string;
  sections: TextSection[];
}) {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 sm:px-8 sm:pt-10">
      <h1 className="display text-44 sm:text-72">{title}</h1>
      <p className="mt-4 max-w-[60ch] text-20 text-ink-2">{lead}</p>
      <p className="mt-2 text-14 text-ink-3">As of {asOf}</p>
      <TickRule className="my-8" />
      <div className="gap-12 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label="Sections" className="mb-10 lg:sticky lg:top-[calc(var(--head)+24px)] lg:self-start">
          <ul className="border-l border-tick max-lg:columns-2 max-lg:gap-0">
            {sections.map(({ id, title: name }) => (
              <li key={id} className="break-inside-avoid">
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center py-1 pr-2 pl-4 text-16 leading-5 text-ink-2 -outline-offset-2 hover:text-ink hover:underline lg:min-h-9"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-w-[68ch] space-y-12">
          {sections.map(({ id, title: name, body }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
              <h2 id={`${id}-title`} className="display mb-3 text-28">
                {name}
              </h2>
              <div className="space-y-4 text-16 text-ink-2">{body}</div>
            </section>
          ))}
        </div>
      </div>
    </main>
  );
}

/** Short statements, one a line. */
export function Points({ children }: { children: ReactNode[] }) {
  return (
    <ul className="space-y-2">
      {children.map((point, index) => (
        // The texts are constants: their order is their identity.
        <li key={`${index}`} className="border-l-2 border-tick pl-4">
          {point}
        </li>
      ))}
    </ul>
  );
}

/** A link within a text. */
export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-ink underline hover:no-underline">
      {children}
    </Link>
  );
}

/** How to reach those who run this instance. */
export function WriteToUs({ contact }: { contact: string | null }) {
  if (contact === null) {
    return (
      <>
        use <TextLink to="/settings/feedback">Feedback</TextLink> in your settings: it reaches the people who
        run this instance
      </>
    );
  }
  return (
    <>
      write to{" "}
      <a href={`mailto:${contact}`} className="text-ink underline hover:no-underline">
        {contact}
      </a>
    </>
  );
}
