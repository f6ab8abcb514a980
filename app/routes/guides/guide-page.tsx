import clsx from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { Link } from "react-router";
import type { LongText, TextSection } from "#app/content/long-text.ts";
import { Prose, type Slots } from "#app/content/prose.tsx";
import { TextLink } from "#app/content/text-link.tsx";
import type { EncoderProgram, GuideView } from "#app/domains/air/media/contract/guides.ts";
import { StreamTest } from "#app/domains/air/media/ui/stream-test.tsx";
import { useStreamTest } from "#app/domains/air/media/ui/use-stream-test.ts";
import { type LogInFor, logInPath } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { GuideReaderProvider, useOwnConnection } from "./guide-reader.ts";
import { guides } from "./guides.ts";
import { rememberGuide } from "./used-guide.ts";

export type Reader = GuideView & { type: "dj" | "musician"; text: LongText };

/**
 * A setup guide: how to connect one application, with the reader's own values in every drawing. The sections of its
 * text up to `file` are numbered steps; `file` is its ready-made file; the others follow.
 */
export function GuidePage({
  program,
  reader,
  slots,
}: {
  program: EncoderProgram;
  reader: Reader;
  slots: Slots;
}) {
  const { text } = reader;
  const test = useStreamTest(reader.type, reader.hasPassedTest);
  const own = useOwnConnection();
  const [isRevealed, setRevealed] = useState(false);
  const connection = test.connection ?? own.connection;
  const fileAt = text.sections.findIndex(({ id }) => id === "file");
  const hasMount = reader.hasPassedTest || test.connection !== null;
  const isUsed = connection !== null;
  useEffect(() => {
    if (isUsed) rememberGuide(program);
  }, [isUsed, program]);
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 sm:px-8 sm:pt-8">
      <OtherGuides reader={reader} program={program} />
      <h1 className="display mt-6 text-44 sm:text-72">{text.title}</h1>
      <p className="mt-4 max-w-[60ch] text-20 text-ink-2">{text.lead}</p>
      <TickRule className="my-8" />
      <GuideReaderProvider value={{ ingest: reader.ingest, hasMount, connection, isRevealed, setRevealed }}>
        <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]">
          <aside className="lg:sticky lg:top-[calc(var(--head)+24px)] lg:order-last lg:self-start">
            <section aria-labelledby="connect-title">
              {reader.isSignedIn && !reader.hasPassedTest ? (
                <>
                  <h2 id="connect-title" className="display text-28">
                    Stream Test
                  </h2>
                  <p className="mt-2 mb-4 text-16 text-ink-2">
                    Start the test: it creates your mount and fills it in on this page. Set up your software,
                    connect and play. No one else hears it. Five seconds of solid sound pass the test, and
                    your software keeps these values.
                  </p>
                  <StreamTest test={test} />
                </>
              ) : (
                <>
                  <h2 id="connect-title" className="display text-28">
                    Your Values
                  </h2>
                  {reader.isSignedIn ? (
                    <OwnValues own={own} />
                  ) : (
                    <>
                      <p className="mt-2 mb-4 text-16 text-ink-2">
                        Log in to see your mount and password here and to test your stream.
                      </p>
                      <ButtonLink to={logInPath(pathOf(program))} state={"test" satisfies LogInFor}>
                        Log In{" "}
                      </ButtonLink>
                    </>
                  )}
                </>
              )}
            </section>
          </aside>
          <div className="min-w-0 max-lg:mt-12">
            <Steps steps={text.sections.slice(0, fileAt)} slots={slots} />
            {text.sections.slice(fileAt).map(({ id, title, body }) => (
              <Fragment key={id}>
                <TickRule className="my-10" />
                <section
                  id={id}
                  aria-labelledby={`${id}-title`}
                  className="max-w-[68ch] scroll-mt-20 space-y-3 text-16 text-ink-2"
                >
                  <h2 id={`${id}-title`} className="display text-28 text-ink">
                    {title}
                  </h2>
                  <Prose pieces={body} slots={slots} />
                  {id === "file" && <p className="text-14 text-ink-3">{fileNote(reader, hasMount)}</p>}
                </section>
              </Fragment>
            ))}
            <TickRule className="my-10" />
            <p className="max-w-[68ch] text-16 text-ink-2">
              {!reader.hasPassedTest &&
                "Once you pass, the test's mount is yours: you find it on your dashboard and on this page. "}
              Something does not work? <TextLink to="/djs/help">Broadcasting Help</TextLink> explains encoder
              errors and our warnings. <TextLink to="/djs/how-to-use">How to Use Cue</TextLink> explains how
              sets, stages and your profile go live.
            </p>
          </div>
        </div>
      </GuideReaderProvider>
    </main>
  );
}

const pathOf = (program: EncoderProgram) => guides.find((guide) => guide.program === program)?.path ?? "/djs";

function OtherGuides({ reader, program }: { reader: Reader; program: EncoderProgram }) {
  return (
    <nav aria-label="Setup guides">
      <ul className="flex gap-x-6 overflow-x-auto border-b border-tick">
        {guides.map((guide) => (
          <li key={guide.path} className="shrink-0">
            <Link
              to={`${guide.path}?type=${reader.type}`}
              aria-current={guide.program === program ? "page" : undefined}
              className={clsx(
                "flex min-h-11 items-center border-b-2 text-16 transition-colors -outline-offset-2",
                guide.program === program
                  ? "border-ink text-ink"
                  : "border-transparent text-ink-3 hover:text-ink",
              )}
            >
              {guide.shortName}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OwnValues({ own }: { own: ReturnType<typeof useOwnConnection> }) {
  const Icon = own.connection ? EyeOff : Eye;
  return (
    <>
      <p className="mt-2 mb-4 text-16 text-ink-2">
        {own.connection
          ? "Your mount and password are filled in on this page."
          : "Fill in your mount and password on this page."}
      </p>
      <Button
        icon={<Icon aria-hidden="true" className="size-4" />}
        isBusy={own.isBusy}
        onClick={() => (own.connection ? own.hide() : void own.show())}
      >
        {own.connection ? "Hide my values" : "Fill in my values"}
      </Button>
    </>
  );
}

function Steps({ steps, slots }: { steps: TextSection[]; slots: Slots }) {
  return (
    <ol className="space-y-10">
      {steps.map(({ id, title, body }, index) => (
        <li
          key={id}
          className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 sm:grid-cols-[2.5rem_minmax(0,1fr)]"
        >
          <span aria-hidden="true" className="display tabular text-28 text-ink-3">
            {index + 1}
          </span>
          <div className="min-w-0">
            <h2 id={id} className="display scroll-mt-20 text-28">
              {title}
            </h2>
            <div className="mt-2 space-y-3 text-16 text-ink-2 [&>p]:max-w-[68ch] [&>ul]:max-w-[68ch]">
              <Prose pieces={body} slots={slots} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}

function fileNote({ isSignedIn }: Reader, hasMount: boolean): string {
  if (hasMount) return "It contains your password: keep it to yourself.";
  return isSignedIn ? "You can download it once you start the stream test." : "Log in to download it.";
}
