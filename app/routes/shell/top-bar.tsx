import { Menu, MessageSquare } from "lucide-react";
import { Link, useLocation, useMatches, useNavigation } from "react-router";
import { missedText } from "#app/domains/air/stages/ui/chat/use-missed.ts";
import { usePlayer } from "#app/player/player-provider.tsx";
import { Mark } from "#app/ui/brand.tsx";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { wordFor } from "#app/ui/number.ts";
import { usePanels } from "#app/ui/panels.tsx";
import { offerToastPlace } from "#app/ui/toast.tsx";
import { Elsewhere } from "./elsewhere.tsx";
import { InboxButton } from "./inbox-button.tsx";
import { useViewer } from "./viewer.ts";

const StatusLamp = lazyPart(() => import("./status-lamp.tsx"));

/** The `handle` of a route that shows a chat: says so depending on its loader's data. */
export interface PageHandle {
  hasChat?: (loaderData: unknown) => boolean;
}

/** Whether the present page is a room's, with the room's own chat. */
export function useIsRoomPage(): boolean {
  return useMatches().some((match) => (match.handle as PageHandle | undefined)?.hasChat?.(match.loaderData));
}

/** The page that guests see first: what plays and the way in have all of it. */
function useIsLanding(): boolean {
  const viewer = useViewer();
  return useLocation().pathname === "/" && viewer === null;
}

/** Whether there is a chat: that of the page's room, otherwise that of what plays. Not on the landing page. */
export function useHasChat(): boolean {
  const isRoomPage = useIsRoomPage();
  const isLanding = useIsLanding();
  const isPlaying = usePlayer(({ source }) => source !== null);
  return isRoomPage || (isPlaying && !isLanding);
}

export function TopBar() {
  const viewer = useViewer();
  const { rail, chat, missed } = usePanels();
  const hasChat = useHasChat();
  const isLanding = useIsLanding();
  const isLoading = useNavigation().state !== "idle";
  return (
    <header
      data-top-bar=""
      className="relative flex h-14 items-center gap-1 border-b border-tick bg-ground px-2"
    >
      {viewer && (
        <IconButton label="Menu" aria-expanded={rail.isShown} onClick={rail.toggle}>
          <Menu aria-hidden="true" className="size-5" />
        </IconButton>
      )}
      <Link to="/" className="flex min-h-11 items-center gap-2 rounded-control px-2">
        <Mark className="size-7" />
        <span className="display text-28">Cue</span>
      </Link>
      <InBrowser>
        <StatusLamp />
      </InBrowser>
      <span ref={offerToastPlace} className="grow" />
      {/* On a phone they are in the menu: this space is for the page's own content. */}
      <Elsewhere className="hidden gap-1 sm:flex" />
      {viewer && <InboxButton />}
      {hasChat && (
        <span className="relative">
          <IconButton label="Chat" aria-expanded={chat.isShown} onClick={chat.toggle}>
            <MessageSquare aria-hidden="true" className="size-5" />
          </IconButton>
          {missed > 0 && (
            <Badge tone="amber" className="pointer-events-none absolute top-0 right-0">
              {missedText(missed)}
              <span className="sr-only"> {wordFor(missed, "new message", "new messages")}</span>
            </Badge>
          )}
        </span>
      )}
      {!viewer && !isLanding && (
        <ButtonLink tone="solid" to="/" className="mr-2">
          {" "}
          Log In{" "}
        </ButtonLink>
      )}
      {isLoading && (
        <span className="absolute inset-x-0 -bottom-px h-0.5 animate-pulse-slow bg-ink">
          <span className="sr-only">Loading</span>
        </span>
      )}
    </header>
  );
}
