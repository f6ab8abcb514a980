import clsx from "clsx";
import type { ReactNode } from "react";
import type { Reaction } from "#app/domains/air/stages/live/reactions.ts";
import type { LiveRoom } from "#app/domains/air/stages/live/use-room.ts";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { chatPlace, usePanels } from "#app/ui/panels.tsx";
import type { ChatOf, OtherChat } from "./room-chats.tsx";
import { usePast } from "./use-past.ts";
import { usePlayingChat } from "./use-playing-chat.ts";

const RoomChats = lazyPart(() =>
  import("./room-chats.tsx").then((module) => ({ default: module.RoomChats })),
);
const Reactions = lazyPart(() =>
  import("#app/domains/air/stages/ui/reactions.tsx").then((module) => ({ default: module.Reactions })),
);

const noReactions: readonly Reaction[] = [];

/** A page with a room: its content in the middle, its chat beside it unless it is closed. */
export function RoomLayout({
  room,
  title,
  hasChat = true,
  managerIds,
  other = null,
  children,
}: {
  room: LiveRoom;
  /** Title above the chat. */
  title: string;
  /** False hides the room's own chat, but not the other. */
  hasChat?: boolean;
  /** Managers of a stage. */
  managerIds?: readonly string[];
  /** The chat to switch to: on the performer's profile the stage's, and on the stage the profile's. */
  other?: OtherChat | null;
  children: ReactNode;
}) {
  const { chat } = usePanels();
  const own: ChatOf = { room, title, managerIds };
  const instead: ChatOf | null = other?.room ? { room: other.room, title: other.title } : null;
  const first = hasChat ? own : instead;
  const playing = usePlayingChat();
  const past = usePast(room.state);
  const isOfThisPage = [`${room.state.kind}/${room.state.id}`, other?.path].includes(playing?.path);
  const heardElsewhere = isOfThisPage ? null : playing;
  return (
    <div className="flex grow">
      <main id="main" inert={first !== null && chat.isSheet} className="relative min-w-0 grow pb-12">
        {/* As large as the visible part of the page, wherever it is scrolled to. */}
        <div className="pointer-events-none sticky top-(--head) z-10 h-0">
          <InBrowser>
            <Reactions
              // Whoever hears the past sees those of that moment.
              reactions={past === null ? room.reactions : noReactions}
              className="absolute inset-x-0 top-0 h-[calc(100dvh-var(--head)-var(--bar))]"
            />
          </InBrowser>
        </div>
        {children}
      </main>
      {first && (
        <InBrowser fallback={<div className={clsx(chatPlace, "bg-raised max-xl:hidden")} />}>
          <RoomChats first={first} second={hasChat ? other : null} playing={heardElsewhere} />
        </InBrowser>
      )}
    </div>
  );
}
