import { isRouteErrorResponse, Link, useRevalidator } from "react-router";
import { isListening } from "#app/player/contract.ts";
import { usePlayer } from "#app/player/player-provider.tsx";
import { Mark } from "#app/ui/brand.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";

function wordsFor(error: unknown): { title: string; text: string } {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) {
      return {
        title: "Nothing plays here",
        text: "This page does not exist, or it is not yours to see. The address may be old or mistyped.",
      };
    }
    if (error.status === 410) {
      return { title: "This stage was deleted", text: "Its managers have taken it down for good." };
    }
    if (error.status === 502 || error.status === 503) {
      return { title: "Server is offline", text: "It should be back in a moment. Then load the page again." };
    }
    if (error.status === 429) {
      return { title: "That was too fast", text: "Please wait a moment, then load the page again." };
    }
  } else if (typeof navigator !== "undefined" && navigator.onLine === false) {
    return {
      title: "You are offline",
      text: "This page could not be fetched. Try again once you are connected.",
    };
  }
  return {
    title: "Something went wrong",
    text: "The page could not be shown. Loading it again often helps; what you wrote elsewhere is safe.",
  };
}

/** A whole page for what could not be shown: not found, server away, offline, broken. Needs no data at all. */
export function Breakdown({ error }: { error: unknown }) {
  const { title, text } = wordsFor(error);
  const { revalidate } = useRevalidator();
  const hasSound = usePlayer(isListening);
  return (
    <main id="main" className="mx-auto flex w-full max-w-2xl grow flex-col justify-center px-5 py-16">
      <title>{`${title} · Cue`}</title>
      <Mark className="mb-6 size-14" />
      <h1 className="display text-44">{title}</h1>
      <TickRule className="my-5" />
      <p className="text-16 text-ink-2">{text}</p>
      <p className="mt-6 flex flex-wrap gap-3">
        {/* Whole loads, as the application itself may be what broke; but not under somebody who listens. */}
        <Link to="/" reloadDocument={!hasSound} className={buttonClass("solid")}>
          Go to the start
        </Link>
        <Button onClick={() => void (hasSound ? revalidate() : window.location.reload())}>Load again</Button>
      </p>
    </main>
  );
}
