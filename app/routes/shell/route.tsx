import { useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useInstallable } from "#app/installed/use-installable.ts";
import { appContext } from "#app/router-context.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { PanelsProvider, usePanels } from "#app/ui/panels.tsx";
import { LaterResponses } from "../stage/later-responses.tsx";
import type { Route } from "./+types/route";
import { OfflineBanner } from "./offline-banner.tsx";
import { Rail } from "./rail.tsx";
import type { ShellData } from "./shell-data.ts";
import { TopBar, useHasChat, useIsRoomPage } from "./top-bar.tsx";
import { useFocusAfterLogIn } from "./use-focus-after-log-in.ts";
import { useViewer } from "./viewer.ts";

const PageKeyListener = lazyPart(() => import("./page-key-listener.tsx"));
const PlayerReactions = lazyPart(() => import("./player-reactions.tsx"));
const PlayerBar = lazyPart(() => import("#app/player-bar/player-bar.tsx"));
const SiteFoot = lazyPart(() => import("./site-foot.tsx"));
const PlayingChat = lazyPart(() => import("./playing-chat.tsx"));
// Connected after the page has hydrated.
const ViewersInbox = lazyPart(() => import("./viewers-inbox.tsx"));

export function loader({ context }: Route.LoaderArgs): ShellData {
  return { links: context.get(appContext).config.links };
}

/** These are settings of the instance, which do not change while it runs. */
export function shouldRevalidate(): boolean {
  return false;
}

/** The frame of every page: top bar, rail, and the player that continues while pages change. */
export default function Shell() {
  return (
    <PanelsProvider>
      <a
        href="#main"
        className="sr-only z-50 bg-ink px-4 py-3 text-14 text-ground focus:not-sr-only focus:fixed focus:top-1 focus:left-1"
      >
        Skip to Content
      </a>
      <ShellBody />
    </PanelsProvider>
  );
}

function ShellBody() {
  const viewer = useViewer();
  const isLanding = useLocation().pathname === "/";
  const hasChat = useHasChat();
  const isRoomPage = useIsRoomPage();
  const hasPlayingChat = hasChat && !isRoomPage;
  const { rail, chat } = usePanels();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useFocusAfterLogIn(viewer?.id ?? null);
  useInstallable();
  return (
    <div className="flex min-h-dvh flex-col pb-(--bar)">
      {viewer && (
        <InBrowser>
          <ViewersInbox key={viewer.id} />
        </InBrowser>
      )}
      <div data-head="" className="sticky top-0 z-30 print:hidden">
        <TopBar />
        <OfflineBanner />
      </div>
      <div className="flex grow">
        {viewer && <Rail viewer={viewer} onHelp={() => setHelpOpen(true)} />}
        <div
          inert={(viewer !== null && rail.isSheet) || (hasPlayingChat && chat.isSheet)}
          className="flex min-w-0 grow flex-col"
        >
          <Outlet />
          {!viewer && !isLanding && (
            <div inert={hasChat && chat.isSheet} className="min-h-24">
              <InBrowser>
                <SiteFoot />
              </InBrowser>
            </div>
          )}
        </div>
        {hasPlayingChat && (
          <InBrowser>
            <PlayingChat />
          </InBrowser>
        )}
      </div>
      <InBrowser>
        <PageKeyListener
          isSignedIn={viewer !== null}
          hasChat={hasChat}
          isHelpOpen={isHelpOpen}
          onHelp={setHelpOpen}
        />
      </InBrowser>
      <InBrowser>
        <PlayerReactions />
      </InBrowser>
      <InBrowser>
        <PlayerBar>
          {viewer
            ? ({ source, room }) => (
                <LaterResponses
                  kind={source.kind}
                  id={source.id}
                  state={room.state}
                  viewerId={viewer.id}
                  isCompact
                />
              )
            : undefined}
        </PlayerBar>
      </InBrowser>
    </div>
  );
}
