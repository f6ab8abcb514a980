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
        title: "Page not found",
        text: "This page does not exist, or you do not have access to it. Check the address.",
      };
    }
    if (error.status === 410) {
      return { title: "This stage was deleted", text: "Its managers deleted it permanently." };
    }
    if (error.status === 502 || error.status === 503) {
      return { title: "Server is offline", text: "It should be back in a moment. Try reloading the page." };
    }
    if (error.status === 429) {
      return { title: "Too many requests", text: "Wait a moment, then reload the page." };
    }
  } else if (typeof navigator !== "undefined" && navigator.onLine === false) {
    return {
      title: "You are offline",
      text: "This page could not be loaded. Try again when you are back online.",
    };
  }
  return {
    title: "Something went wrong",
    text: "This page could not be shown. Reloading it often helps.",
  };
}

/** A full page for errors: not found, server unavailable, offline, broken. Needs no data. */
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
        {/* Full page loads, as the application itself may be what broke; but not while the user listens. */}
        <Link to="/" reloadDocument={!hasSound} className={buttonClass("solid")}>
          Home
        </Link>
        <Button onClick={() => void (hasSound ? revalidate() : window.location.reload())}>Reload</Button>
      </p>
    </main>
  );
}
