import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OpenTransport, TransportHandlers } from "#app/live/transport.ts";
import { conversationView } from "#tests/helpers/conversation-view.ts";
import { conversationConnection, forgetConversation } from "./connection-conversation.ts";
import { inbox } from "./connection-inbox.ts";
import { openedState } from "./conversation-state.ts";
import type { InboxEvent } from "./protocol.ts";

const socket = vi.hoisted(() => ({ handlers: null as TransportHandlers | null }));
vi.mock("#app/live/open-transport.ts", () => ({
  openTransport: ((_, handlers) => {
    socket.handlers = handlers;
    return {
      send: () => {},
      listen: () => {},
      unlisten: () => {},
      seen: () => {},
      renew: () => {},
      close: () => {},
    };
  }) satisfies OpenTransport,
}));

const opened = (id: string) =>
  openedState(conversationView(id), { items: [], dateCursor: null, idCursor: "end" });

beforeEach(() => {
  vi.stubGlobal("document", {});
  vi.stubGlobal("location", new URL("https://cue.example/inbox"));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a loaded conversation is kept until it is deleted", () => {
  const state = opened("kept");
  expect(conversationConnection("kept", state).getNow().state).toBe(state);
  expect(conversationConnection("kept", null).getNow().state).toBe(state);
  forgetConversation("kept");
  // Not even what the page's loader had read before that.
  expect(conversationConnection("kept", state).getNow().state).toBeNull();
});

test("a conversation that is deleted in another tab or on another device is removed here", () => {
  const release = inbox.retain();
  const state = opened("elsewhere");
  conversationConnection("elsewhere", state);
  const gone: InboxEvent = { event: "conversation gone", data: { id: "elsewhere" }, seq: 1, at: 1 };
  socket.handlers?.onText(JSON.stringify(gone));
  expect(conversationConnection("elsewhere", state).getNow().state).toBeNull();
  release();
});
