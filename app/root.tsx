import displayFont from "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url";
import textFont from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect, useState } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { spotifyAddresses } from "./domains/music/spotify/addresses.server.ts";
import { listBlockedIds } from "./domains/people/people/lists.server.ts";
import { usePlayer, usePlayerRequests } from "./player/player-provider.tsx";
import { appContext, nonceContext } from "./router-context.ts";
import { Breakdown } from "./routes/breakdown/breakdown.tsx";
import { ServerNow } from "./ui/clock.ts";
import { earlyClickScript, giveBackClick } from "./ui/early-click.ts";
import { InBrowser } from "./ui/in-browser.tsx";
import { lazyPart } from "./ui/lazy-part.ts";
import { pendingChanges } from "./ui/pending-changes.ts";
import { groundColors, themeScript } from "./ui/theme.ts";
import { ToastRegion } from "./ui/toast.tsx";
import "./app.css";

/** Runs where the server's page is parsed; what hydrates it afterwards need not load it again. */
const firstScript = import.meta.env.SSR ? `${themeScript};${earlyClickScript}` : "";

const PlayerBar = lazyPart(() => import("./player-bar/player-bar.tsx"));

/** Data of every page: the viewer, the time on the server, the address of this instance. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { viewer, clock, config } = app;
  return {
    now: clock.now(),
    origin: config.origin,
    canSendEmail: config.canSendEmail,
    /** Null where Spotify is switched off: nothing is then loaded from there. */
    spotify: spotifyAddresses(app.connect),
    nonce: context.get(nonceContext),
    viewer: viewer && {
      id: viewer.id,
      username: viewer.username,
      photo: viewer.photo,
      performerType: viewer.performerType,
      hasPassedTest: viewer.hasPassedTest,
      isManager: viewer.isManager,
      isOperator: viewer.isOperator,
      /** People they have blocked, whose messages are not shown. */
      blockedIds: await listBlockedIds(app),
    },
  };
}

/**
 * The viewer and their rights are loaded again on the way to another page, or on request; not when a page only changes
 * its own address, and not without a network: then the page itself reports that.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname;
  const isAsked = !isSamePage || currentUrl.search === nextUrl.search;
  return defaultShouldRevalidate && isAsked && navigator.onLine;
}

/** A page shows what was changed just before it was opened. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (_, next) => {
    await Promise.all(pendingChanges);
    return next();
  },
];

export function links(): Route.LinkDescriptors {
  const preload = (href: string) =>
    ({ rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous", href }) as const;
  return [
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
    { rel: "apple-touch-icon", href: "/icons/apple-180.png" },
    { rel: "manifest", href: "/manifest.webmanifest" },
    preload(displayFont),
    preload(textFont),
  ];
}

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  // The document's own: a later load returns another nonce, which its policy does not allow.
  const [nonce] = useState(data?.nonce);
  return (
    // The theme script sets the theme before React runs.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        {/* The theme script and the switch change it. */}
        <meta name="theme-color" content={groundColors.dark} suppressHydrationWarning />
        {/* Here react-aria finds the nonce for the styles it writes. */}
        <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
        {/* Browsers hide a nonce from scripts, so hydration would see a different value. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // oxlint-disable-next-line react/no-danger -- a constant of our own
          dangerouslySetInnerHTML={{ __html: firstScript }}
        />
        <Meta />
        <Links />
      </head>
      <body>
        <ServerNow value={data?.now ?? 0}>{children}</ServerNow>
        <ToastRegion />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  const player = usePlayerRequests();
  const isSignedIn = loaderData.viewer !== null;
  useEffect(giveBackClick, []);
  useEffect(() => player.setSignedIn(isSignedIn), [player, isSignedIn]);
  return <Outlet />;
}

/** Replaces everything, including the shell; the sound continues. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isListening = usePlayer(({ source }) => source !== null);
  return (
    <>
      <Breakdown error={error} />
      {isListening && (
        <InBrowser>
          <PlayerBar />
        </InBrowser>
      )}
    </>
  );
}
