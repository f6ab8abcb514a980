import clsx from "clsx";
import { ArrowRight, ChevronDown, Disc3, type LucideIcon, Piano } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { TextLink } from "#app/content/text-link.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { guides } from "../guides/guides.ts";

/** Asks for the kind of performer before the stream test: it decides their title and which guide they need. */
export default function Onboarding() {
  const [isDj, setDj] = useState(false);
  const id = useId();
  return (
    <>
      <h1 className="display text-44 sm:text-72">Broadcast on Cue</h1>
      <p className="mt-4 max-w-[60ch] text-20 text-ink-2">
        Welcome. You need basic experience as a DJ or with an instrument, and a computer that can stream. A
        guide helps you set up your software and ends with a short stream test, so you know it works before
        anyone listens.
      </p>
      <TickRule className="my-8" />
      <h2 className="display text-28">What do you play?</h2>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <button
          type="button"
          aria-expanded={isDj}
          aria-controls={id}
          onClick={() => setDj(!isDj)}
          className={clsx(card, isDj ? "border-ink bg-control" : "border-tick bg-raised")}
        >
          <Choice
            icon={Disc3}
            title="DJ"
            end={<ChevronDown className={clsx("size-6", isDj && "rotate-180")} />}
          >
            You play and mix tracks.
          </Choice>
        </button>
        <Link to="/djs/butt?type=musician" className={clsx(card, "border-tick bg-raised")}>
          <Choice icon={Piano} title="Musician" end={<ArrowRight className="size-6" />}>
            You play or sing your own music.
          </Choice>
        </Link>
      </div>
      <section id={id} hidden={!isDj} aria-labelledby={`${id}-title`} className="mt-10">
        <h2 id={`${id}-title`} className="display text-28">
          What do you play with?
        </h2>
        <ul className="mt-4">
          {guides.map(({ path, name, about }) => (
            <li key={path} className="border-t border-tick last:border-b">
              <Link
                to={`${path}?type=dj`}
                className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-2 py-3 transition-colors hover:bg-control sm:grid-cols-[16rem_minmax(0,1fr)_auto]"
              >
                <span className="display text-20">{name}</span>
                <ArrowRight aria-hidden="true" className="size-5 text-ink-3 sm:order-last" />
                <span className="text-16 text-ink-2 max-sm:col-span-2">{about}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <p className="mt-10 max-w-[60ch] text-16 text-ink-2">
        New here? <TextLink to="/djs/how-to-use">How to Use Cue</TextLink> explains how stages, sets and your
        profile go live. If something does not connect, see{" "}
        <TextLink to="/djs/help">Broadcasting Help</TextLink>. You can switch between DJ and musician at any
        time.
      </p>
    </>
  );
}

const card =
  "flex min-h-32 flex-col gap-2 border p-5 text-left transition-colors hover:border-ink hover:bg-control";

function Choice({
  icon: Icon,
  title,
  end,
  children,
}: {
  icon: LucideIcon;
  title: string;
  end: ReactNode;
  children: string;
}) {
  return (
    <>
      <span aria-hidden="true" className="flex justify-between text-ink-2">
        <Icon className="size-8" />
        {end}
      </span>
      <span className="display text-28">{title}</span>
      <span className="text-16 text-ink-2">{children}</span>
    </>
  );
}
