import clsx from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { EncoderProgram, GuideView } from "#app/domains/media/contract/guides.ts";
import { StreamTest } from "#app/domains/media/ui/stream-test.tsx";
import { useStreamTest } from "#app/domains/media/ui/use-stream-test.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { TextLink } from "../privacy/text-page.tsx";
import { FileDownload } from "./file-download.tsx";
import { GuideReaderProvider, useOwnConnection } from "./guide-reader.ts";
import { guides } from "./guides.ts";

export type Reader = GuideView & { type: "dj" | "musician" };

export interface GuideStep {
  title: string;
  body: ReactNode;
}

export interface GuideText {
  program: EncoderProgram;
  title: string;
  lead: string;
  steps: GuideStep[];
  /** The ready-made file: what its button says, and what to do with it. */
  file: { action: string; body: ReactNode };
  /** What else there is to know; below the steps. */
  more?: ReactNode;
}

/** A setup guide: how to connect one program, with the reader's own values in every drawing. */
export function GuidePage({ reader, text }: { reader: Reader; text: GuideText }) {
  const test = useStreamTest(reader.type);
  const own = useOwnConnection();
  const [isRevealed, setRevealed] = useState(false);
  const connection = test.connection ?? own.connection;
  const hasMount = reader.hasPassedTest || test.connection !== null;
  return (
    <main id="main" className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 sm:px-8 sm:pt-8">
      <OtherGuides reader={reader} program={text.program} />
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
                    Stream test
                  </h2>
                  <p className="mt-2 mb-4 text-16 text-ink-2">
                    Begin the test: it makes a mount for you and fills it in on this page. Set up your
                    program, connect and play. Nobody else hears it, and five seconds of solid sound pass it.
                  </p>
                  <StreamTest test={test} />
                </>
              ) : (
                <>
                  <h2 id="connect-title" className="display text-28">
                    Your values
                  </h2>
                  {reader.isSignedIn ? (
                    <OwnValues own={own} />
                  ) : (
                    <>
                      <p className="mt-2 mb-4 text-16 text-ink-2">
                        Mount and password are your own. Log in to see them here, and to test your stream.
                      </p>
                      <ButtonLink to={`/?next=${encodeURIComponent(pathOf(text.program))}`}>
                        Log in
                      </ButtonLink>
                    </>
                  )}
                </>
              )}
            </section>
          </aside>
          <div className="min-w-0 max-lg:mt-12">
            <Steps steps={text.steps} />
            <TickRule className="my-10" />
            <section aria-labelledby="file-title" className="max-w-[68ch]">
              <h2 id="file-title" className="display text-28">
                Ready-made file
              </h2>
              <div className="mt-2 mb-4 space-y-3 text-16 text-ink-2">{text.file.body}</div>
              <FileDownload program={text.program}>{text.file.action}</FileDownload>
              <p className="mt-3 text-14 text-ink-3">
                {hasMount
                  ? "It holds your password: keep it to yourself."
                  : reader.isSignedIn
                    ? "It is ready as soon as the stream test has begun."
                    : "Log in to download it."}
              </p>
            </section>
            {text.more && (
              <>
                <TickRule className="my-10" />
                <div className="max-w-[68ch] space-y-10 text-16 text-ink-2">{text.more}</div>
              </>
            )}
            <TickRule className="my-10" />
            <p className="max-w-[68ch] text-16 text-ink-2">
              {!reader.hasPassedTest &&
                "The mount of the test is gone once you have passed: your own is on your dashboard then, and on this page. "}
              Something does not work? <TextLink to="/djs/help">Broadcasting help</TextLink> goes through what
              encoders say and what our warnings mean. How sets, stages and your profile go live is in{" "}
              <TextLink to="/djs/how-to-use">How to use Cue</TextLink>.
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
          : "Your mount and password are filled in on this page when you ask for them."}
      </p>
      <Button
        icon={<Icon aria-hidden="true" className="size-4" />}
        isBusy={own.isBusy}
        onClick={() => (own.connection ? own.hide() : void own.show())}
      >
        {own.connection ? "Take them away" : "Fill in my values"}
      </Button>
    </>
  );
}

function Steps({ steps }: { steps: GuideStep[] }) {
  return (
    <ol className="space-y-10">
      {steps.map(({ title, body }, index) => (
        <li
          key={title}
          className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 sm:grid-cols-[2.5rem_minmax(0,1fr)]"
        >
          <span aria-hidden="true" className="display tabular text-28 text-ink-3">
            {index + 1}
          </span>
          <div className="min-w-0">
            <h2 className="display text-28">{title}</h2>
            <div className="mt-2 space-y-3 text-16 text-ink-2 [&>p]:max-w-[68ch] [&>ul]:max-w-[68ch]">
              {body}
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}
