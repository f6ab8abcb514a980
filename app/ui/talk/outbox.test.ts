import { beforeEach, expect, test, vi } from "vitest";
import { canReopen, outboxActions, readOutbox, type Send } from "./outbox.ts";

class Refusal extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`refused: ${code}`);
    this.code = code;
  }
}

let place = "";
let places = 0;
const now = () => readOutbox("me", place);
const refusing = (code: string): Send => vi.fn(() => Promise.reject(new Refusal(code)));
const settled = () =>
  vi.waitFor(() => expect(now().outgoing.every(({ status }) => status === "failed")).toBe(true));

beforeEach(() => {
  places += 1;
  place = `place ${places}`;
});

test("a refused message returns to the field, before text written meanwhile", async () => {
  const box = outboxActions("me", place, refusing("chat-links"));
  box.setDraft("see https://cue.example");
  box.setPicture("data:,picture");
  box.sendDraft("see https://cue.example");
  await settled();
  const [entry] = now().outgoing;
  expect(entry).toMatchObject({ reason: "refused: chat-links", picture: "data:,picture" });
  box.setDraft("and more");
  if (entry) box.reopen(entry);
  expect(now()).toEqual({
    draft: "see https://cue.example\nand more",
    picture: "data:,picture",
    outgoing: [],
  });
});

test("a message that may have arrived or would replace a picture cannot be edited again", async () => {
  outboxActions("me", place, refusing("timeout")).sendDraft("hello?");
  await settled();
  const [unanswered] = now().outgoing;
  if (unanswered === undefined) throw new Error("nothing is outgoing");
  expect(canReopen(unanswered, now())).toBe(false);
  const refused = { ...unanswered, code: "chat-links" };
  expect(canReopen(refused, now())).toBe(true);
  expect(canReopen({ ...refused, picture: "data:,a" }, { picture: "data:,b" })).toBe(false);
  expect(canReopen({ ...refused, status: "sending" }, now())).toBe(false);
});

test("a message is retried with its id and its recipients", async () => {
  const send = vi.fn<Send>().mockRejectedValueOnce(new Refusal("dms-off")).mockResolvedValueOnce(null);
  const box = outboxActions("me", place, send);
  const to = [{ id: "ada", name: "Ada" }];
  box.sendDraft("Hello", to);
  await settled();
  const [entry] = now().outgoing;
  if (entry) box.retry(entry);
  await vi.waitFor(() => expect(now().outgoing).toEqual([]));
  const message = { id: entry?.id, text: "Hello", picture: null, to };
  expect(send.mock.calls).toEqual([[message], [message]]);
});

test("a reload keeps the draft, and unsent messages with their recipients", async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const box = outboxActions("me", place, refusing("banned"));
  box.sendDraft("Hello", [{ id: "ada", name: "Ada" }]);
  box.setDraft("half a sent");
  await settled();
  vi.resetModules();
  const reloaded = await import("./outbox.ts");
  expect(reloaded.readOutbox("me", place)).toMatchObject({
    draft: "half a sent",
    outgoing: [{ text: "Hello", to: [{ id: "ada", name: "Ada" }], status: "failed" }],
  });
  expect(reloaded.readOutbox("somebody else", place).outgoing).toEqual([]);
  vi.unstubAllGlobals();
});
