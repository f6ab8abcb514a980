import clsx from "clsx";
import type { ReactNode } from "react";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { chatPlace, usePanels } from "#app/ui/panels.tsx";
import { SidePanel } from "#app/ui/side-panel.tsx";
import { usePlayingChat } from "../stage/use-playing-chat.ts";

const RoomChats = lazyPart(() =>
  import("../stage/room-chats.tsx").then((module) => ({ default: module.RoomChats })),
);

/** The page of a listener: instead of a chat, a note that there is none, or the chat of what plays. */
export function ListenerLayout({ username, children }: { username: string; children: ReactNode }) {
  const { chat } = usePanels();
  const playing = usePlayingChat();
  return (
    <div className="flex grow">
      <main id="main" inert={chat.isSheet} className="min-w-0 grow pb-12">
        {children}
      </main>
      {playing === null ? (
        <NoChat title={username} />
      ) : (
        <InBrowser fallback={<div className={clsx(chatPlace, "bg-raised max-xl:hidden")} />}>
          <RoomChats key={playing.path} first={playing} />
        </InBrowser>
      )}
    </div>
  );
}

function NoChat({ title }: { title: string }) {
  const { chat } = usePanels();
  return (
    <SidePanel
      label="Chat"
      header={
        <h2 className="truncate text-16 font-semibold" dir="auto">
          {title}
        </h2>
      }
      isSheet={chat.isSheet}
      onClose={chat.close}
      className={clsx(chatPlace, chat.isOpen === null ? "max-xl:hidden" : chat.isOpen ? "" : "hidden")}
    >
      <p className="px-3 py-6 text-16 text-ink-2">Listeners don't have a chat.</p>
    </SidePanel>
  );
}
