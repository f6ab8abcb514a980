import { Search } from "lucide-react";
import { type KeyboardEvent, lazy, type ReactNode, useState } from "react";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { InboxRow } from "./inbox-row.tsx";
import type { InboxRow as Row } from "./rows.ts";
import { inboxPath, type Selection } from "./selection.ts";

const FoundMessages = lazy(() => import("./found-messages.tsx"));

const begin = inboxPath({ kind: "new", to: null });

/** The list of everything in the inbox, with a search in one's own messages above it. */
export function InboxList({
  rows,
  conversations,
  viewerId,
  isDj,
  selected,
  onOptions,
}: {
  rows: readonly Row[];
  conversations: readonly ConversationView[];
  viewerId: string;
  isDj: boolean;
  selected: Selection | null;
  onOptions: (conversation: ConversationView) => void;
}) {
  const [typed, setTyped] = useState("");
  return (
    <>
      <header className="flex h-18 shrink-0 items-center gap-1 border-b border-tick pr-3 pl-1">
        <BackButton />
        <h1 className="display grow text-28">Inbox</h1>
        <ButtonLink to={begin} defaultShouldRevalidate={false} className="whitespace-nowrap">
          New Conversation
        </ButtonLink>
      </header>
      <search className="relative shrink-0 px-3 py-2">
        <Search aria-hidden="true" className="pointer-events-none absolute top-5 left-6 size-5 text-ink-3" />
        <input
          type="search"
          aria-label="Search your messages"
          placeholder="Search your messages"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          dir="auto"
          className="min-h-11 w-full rounded-control border border-edge bg-ground pr-3 pl-11 text-16 text-ink placeholder:text-ink-3"
        />
      </search>
      <div className="min-h-0 grow overflow-y-auto overscroll-contain">
        {typed.trim() === "" ? (
          rows.length === 0 ? (
            <div className="px-4">
              <EmptyState title="No conversations yet">
                <p>Write to a performer you heard, or to someone who listened with you.</p>
                <p className="mt-4">
                  <ButtonLink to={begin} defaultShouldRevalidate={false} tone="solid">
                    Start a Conversation
                  </ButtonLink>
                </p>
              </EmptyState>
            </div>
          ) : (
            <Rows>
              {rows.map((row) => (
                <InboxRow
                  key={`${row.kind} ${row.id}`}
                  row={row}
                  viewerId={viewerId}
                  isDj={isDj}
                  isSelected={isOf(row, selected)}
                  onOptions={onOptions}
                />
              ))}
            </Rows>
          )
        ) : (
          <InBrowser>
            <FoundMessages typed={typed} conversations={conversations} viewerId={viewerId} />
          </InBrowser>
        )}
      </div>
    </>
  );
}

function isOf({ kind, id }: Row, selected: Selection | null): boolean {
  if (selected === null || selected.kind === "new") return false;
  return kind === "notices" ? selected.kind === "notices" : selected.kind === kind && selected.id === id;
}

/** Arrows, Home and End move from row to row; Tab to everything. */
function Rows({ children }: { children: ReactNode }) {
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
    const row = event.target instanceof Element ? event.target.closest("li") : null;
    const at = links.findIndex((link) => row?.contains(link));
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
    const link = next === undefined ? undefined : links[next];
    if (!link) return;
    event.preventDefault();
    link.focus();
  };
  return (
    // The rows are links; the arrows are only a shorter way from one to the next.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <ul aria-label="Conversations and messages" onKeyDown={onKeyDown} className="border-b border-tick">
      {children}
    </ul>
  );
}
