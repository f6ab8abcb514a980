import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { ulid } from "ulidx";
import { expect, vi } from "vitest";
import { openDb } from "#db/client.ts";
import { chatPlaces } from "#db/schema/index.ts";
import { conversation } from "#durable-objects/stubs.ts";

const db = openDb(env.DB);

/**
 * Creates a conversation of this user with others, and its first message, which all have read: no notification of it
 * follows, and D1 is up to date.
 */
export async function makeConversation(
  starterId: string,
  others: readonly string[],
  message = "Hello",
): Promise<{ id: string; messageId: string }> {
  const id = ulid();
  const stub = conversation(env, id);
  const begin = { others: [...others], isDirect: false };
  const said = await stub.say(starterId, { message, picture: null, clientId: null, begin });
  if (!said.ok) throw new Error(`not begun: ${said.code}`);
  for (const other of others) await stub.markRead(other);
  const place = eq(chatPlaces.room, `conversation/${id}`);
  const places = others.length + 1;
  await vi.waitFor(async () => expect(await db.$count(chatPlaces, place)).toBe(places), 60_000);
  return { id, messageId: said.sent.message.id };
}
