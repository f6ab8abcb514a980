/** The download of all data that Cue has about an account, for its owner. */
import type { AppContext } from "#app/context.ts";
import { findStage } from "#app/domains/air/stages/queries/stages.ts";
import { findWalletOf } from "#app/domains/value/tokens/queries/wallets.ts";
import { AppError } from "#app/errors.ts";
import { requireViewer } from "./guards.ts";
import {
  type DataSection,
  dataSections,
  findAccountData,
  listChatPlaces,
  pageSize,
} from "./queries/account-data/index.ts";
import { findUser } from "./queries/accounts.ts";
import { requireRate } from "./rates.server.ts";

const rate = { max: 5, perMs: 3_600_000 } as const;
const deliveriesAtOnce = 100;

/**
 * Returns the viewer's data as one JSON object, in pieces, so that a large account is never in memory as a whole. It
 * contains no credentials: no hashes, keys or passwords. Times are ISO 8601. A piece that cannot be read ends the
 * download with an error.
 * @throws AppError `authorization`, `rate-limited`
 */
export async function exportAccount(
  ctx: AppContext,
): Promise<{ fileName: string; pieces: AsyncIterable<string> }> {
  const viewer = requireViewer(ctx);
  await requireRate(ctx, `export:${viewer.id}`, rate);
  const data = await findAccountData(ctx.db, viewer.id);
  if (data === undefined) throw new AppError("authorization");
  const now = ctx.clock.now();
  const day = new Date(now).toISOString().slice(0, 10);
  return {
    fileName: `cue-${viewer.username}-${day}.json`,
    pieces: write(ctx, viewer.id, { exportedAt: now, ...data }),
  };
}

async function* write(ctx: AppContext, userId: string, head: object): AsyncGenerator<string> {
  // Without the closing brace: the lists follow as members of the same object.
  yield toText(head).slice(0, -1);
  for (const section of dataSections) yield* writeList(section.name, readSection(ctx, section, userId));
  yield* writeList("messages", readMessages(ctx, userId));
  yield* writeList(
    "notices",
    (async function* () {
      yield* await ctx.inboxes.of(userId).notices();
    })(),
  );
  yield* writeList("deliveries", readDeliveries(ctx, userId));
  yield* writeList("walletEntries", readWalletEntries(ctx, userId));
  yield "}\n";
}

async function* writeList(name: string, entries: AsyncIterable<object>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`;
  let separator = "\n";
  for await (const entry of entries) {
    yield separator + toText(entry);
    separator = ",\n";
  }
  yield "]";
}

async function* readSection(ctx: AppContext, section: DataSection, userId: string): AsyncGenerator<object> {
  for (let after = 0; ; ) {
    const rows = await section.read(ctx.db, userId, after);
    for (const { row, ...entry } of rows) {
      after = row;
      yield entry;
    }
    if (rows.length < pageSize) return;
  }
}

/** Posts, calls of webhooks and listens that were sent to other services for the account, as far as they are kept. */
async function* readDeliveries(ctx: AppContext, userId: string): AsyncGenerator<object> {
  const deliveries = ctx.deliveries.of(`user/${userId}`);
  for (const kind of ["post", "webhook", "listen"] as const) {
    for (let before: string | undefined; ; ) {
      const records = await deliveries.list({ kind, before, limit: deliveriesAtOnce });
      for (const { about, text, status, url, details, createdAt, changedAt } of records)
        yield { kind, about, text, status, url, details, createdAt, changedAt };
      if (records.length < deliveriesAtOnce) break;
      before = records.at(-1)?.id;
    }
  }
}

/**
 * Every entry of the account's wallet. Without the other wallet: it would tell which of the hidden tips have the same
 * sender as one with a name.
 */
async function* readWalletEntries(ctx: AppContext, userId: string): AsyncGenerator<object> {
  const row = await findWalletOf(ctx.db, userId);
  if (row === undefined) return;
  const wallet = ctx.wallets.of(row.id);
  for (let after = 0; ; ) {
    const { entries } = await wallet.entries(after);
    for (const { seq, kind, debit, credit, amount, reference, reverses, authorisation, at, hash } of entries)
      yield { seq, kind, debit, credit, amount, reference, reverses, authorisation, at, hash };
    const last = entries.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

/** The account's messages in rooms and conversations, where they are still shown. */
async function* readMessages(ctx: AppContext, userId: string): AsyncGenerator<object> {
  for (const place of await listChatPlaces(ctx.db, userId)) {
    const [kind, id = ""] = place.split("/", 2);
    // A notice about the account in someone else's inbox belongs to that person, and so does what they post.
    if (kind === "inbox" || kind === "deliveries") continue;
    if (kind === "conversation") {
      yield* readConversation(ctx, userId, id);
      continue;
    }
    const room = kind === "stage" ? ctx.rooms.stage(id) : ctx.rooms.profile(id);
    const name = await nameOf(ctx, kind, id);
    for (const { message, at } of await room.messagesOf(userId)) yield { [kind ?? ""]: name, message, at };
  }
}

async function* readConversation(ctx: AppContext, userId: string, id: string): AsyncGenerator<object> {
  for (let after = 0; ; ) {
    const written = await ctx.conversations.of(id).messagesOf(userId, after);
    for (const { message, picture, at } of written) yield { conversation: id, message, picture, at };
    const last = written.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

async function nameOf(ctx: AppContext, kind: string | undefined, id: string): Promise<string | null> {
  if (kind === "stage") return (await findStage(ctx.db, id))?.name ?? null;
  return (await findUser(ctx.db, id))?.username ?? null;
}

const toText = (value: object) =>
  JSON.stringify(value, (key, field: unknown) =>
    typeof field === "number" && /(?:^at|At)$/.test(key) ? new Date(field).toISOString() : field,
  );
