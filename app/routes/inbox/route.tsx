import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { AppContext } from "#app/context.ts";
import { getConversation, getConversations } from "#app/domains/air/messages/conversations.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { listServerMessages } from "#app/domains/value/announcements/operations.server.ts";
import { AppError } from "#app/errors.ts";
import { appContext } from "#app/router-context.ts";
import { forPage } from "../for-page.server.ts";
import type { Route } from "./+types/route";
import { InboxPage } from "./inbox-page.tsx";
import { type Selection, selectionIn } from "./selection.ts";

export function loader({ context, request }: Route.LoaderArgs) {
  const selection = selectionIn(new URL(request.url).searchParams);
  return forPage(request, openInbox(context.get(appContext), selection));
}

async function openInbox(app: AppContext, selection: Selection | null) {
  const viewer = requireViewer(app);
  const readAt = app.clock.now();
  const [conversations, serverMessages, to] = await Promise.all([
    getConversations(app),
    listServerMessages(app),
    selection?.kind === "new" && selection.to !== null ? findPerson(app, selection.to) : null,
  ]);
  // Without a selection, wide screens show the first conversation beside the list; a phone shows only the list.
  const openId = selection === null ? conversations[0]?.id : openedBy(selection);
  const conversation = conversations.find(({ id }) => id === openId);
  const opened =
    conversation && !conversation.isBlocked
      ? { conversation, page: await readPage(app, conversation.id) }
      : null;
  const isDj = viewer.performerType === "dj";
  return { viewerId: viewer.id, isDj, readAt, conversations, serverMessages, opened, to };
}

const openedBy = (selection: Selection) => (selection.kind === "conversation" ? selection.id : undefined);

/** Its messages come over its socket if they cannot be loaded now. */
async function readPage(app: AppContext, conversation: string) {
  try {
    return await getConversation(app, { conversation });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function findPerson(app: AppContext, id: string) {
  try {
    const { bio: _, ...person } = await getPerson(app, id);
    return person;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A conversation chosen in the list is loaded over its own socket. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Inbox · Cue" }];
}

export default function InboxRoute({ loaderData }: Route.ComponentProps) {
  return <InboxPage {...loaderData} />;
}
