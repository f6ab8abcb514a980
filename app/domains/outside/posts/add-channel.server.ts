/** Adds channels at Discord and Telegram, for a performer or for a stage. */
import type { AppContext } from "#app/context.ts";
import { requireManagedStage } from "#app/domains/air/stages/require-stage.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { connectDiscord } from "#app/domains/people/integrations/discord/client.ts";
import {
  DiscordSecret,
  readWebhookAddress,
} from "#app/domains/people/integrations/discord/webhook-address.ts";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { takeLinkAttempt } from "#app/domains/people/integrations/popup-link.server.ts";
import { connectTelegram } from "#app/domains/people/integrations/telegram/client.ts";
import { readBotToken, readChat, TelegramSecret } from "#app/domains/people/integrations/telegram/names.ts";
import { tokenPurpose } from "#app/domains/people/integrations/token-purpose.ts";
import { AppError } from "#app/errors.ts";
import { type AddDiscordInput, type AddTelegramInput, maxChannels } from "./channel-contract.ts";
import type { PostTargetView } from "./contract.ts";
import { saveChannel } from "./queries/post-settings.ts";
import { listPostTargets, type PostTarget } from "./queries/post-targets.ts";
import { openSecret } from "./send.server.ts";
import { toPostTargetView } from "./targets.server.ts";

type ChannelParty = "discord" | "telegram";

/**
 * A webhook that the owner has added before is linked again. Throws `not-found` where Discord is off here or the stage
 * is not theirs, `no-test` for anyone but a performer, `not-a-webhook`, `webhook-unknown`, `too-many-channels`, `elsewhere-busy`, `rate-limited`.
 */
export async function addDiscord(ctx: AppContext, input: AddDiscordInput): Promise<PostTargetView> {
  const connection = requireConnection(ctx, "discord");
  const owner = await requireOwner(ctx, input.stage);
  const read = readWebhookAddress(input.url);
  if (read === null) throw new AppError("not-a-webhook");
  await takeLinkAttempt(ctx);
  const checked = await connectDiscord(connection, read).check();
  if (!checked.ok) throw new AppError(checked.code);
  const secret: DiscordSecret = { ...read, guild: checked.guild };
  const isSame = (other: unknown) => DiscordSecret.safeParse(other).data?.id === secret.id;
  return save(ctx, { owner, party: "discord", name: checked.name, secret, isSame });
}

/**
 * A chat that the owner has added before is linked again, perhaps with another bot. Throws `not-found` and `no-test` as above,
 * `not-a-bot-token`, `bot-unknown`, `not-a-chat`, `chat-unknown`, `bot-shut-out`, `too-many-channels`,
 * `elsewhere-busy`, `rate-limited`.
 */
export async function addTelegram(ctx: AppContext, input: AddTelegramInput): Promise<PostTargetView> {
  const connection = requireConnection(ctx, "telegram");
  const owner = await requireOwner(ctx, input.stage);
  const [token, chat] = [readBotToken(input.token), readChat(input.chat)];
  if (token === null) throw new AppError("not-a-bot-token");
  if (chat === null) throw new AppError("not-a-chat");
  await takeLinkAttempt(ctx);
  const checked = await connectTelegram(connection, { token, chat }).check();
  if (!checked.ok) throw new AppError(checked.code);
  const secret: TelegramSecret = { token, chat: checked.chat };
  const isSame = (other: unknown) => TelegramSecret.safeParse(other).data?.chat === secret.chat;
  return save(ctx, { owner, party: "telegram", name: checked.name, secret, isSame });
}

function requireConnection({ connect }: Pick<AppContext, "connect">, party: ChannelParty): Connection {
  const connection = connect(party);
  if (connection === null) throw new AppError("not-found");
  return connection;
}

async function requireOwner(ctx: AppContext, stage: string | undefined): Promise<OwnerPath> {
  if (stage !== undefined) return `stage/${(await requireManagedStage(ctx, stage)).id}`;
  const viewer = requireViewer(ctx);
  if (!viewer.isPerformer || !viewer.hasPassedTest) throw new AppError("no-test");
  return `user/${viewer.id}`;
}

interface NewChannel {
  owner: OwnerPath;
  party: ChannelParty;
  name: string;
  secret: DiscordSecret | TelegramSecret;
  /** Whether this is the secret of the same channel. */
  isSame: (secret: unknown) => boolean;
}

/** Channels of one owner that are added together are decided about again. */
const maxTries = maxChannels + 1;

async function save(ctx: AppContext, channel: NewChannel): Promise<PostTargetView> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const saved = await trySave(ctx, channel);
    if (saved !== undefined) return toPostTargetView(ctx, saved);
  }
  throw new AppError("conflict");
}

/** Undefined where another was added meanwhile: nothing was stored. */
async function trySave(
  ctx: AppContext,
  { owner, party, name, secret, isSame }: NewChannel,
): Promise<PostTarget | undefined> {
  const targets = await listPostTargets(ctx.db, owner);
  const before = await findSame(ctx, targets, { party, isSame });
  const channels = targets.filter((each) => each.party === "discord" || each.party === "telegram");
  if (before === undefined && channels.length >= maxChannels) throw new AppError("too-many-channels");
  const sealed = await ctx.vault.seal(
    JSON.stringify(secret),
    tokenPurpose(party, owner.startsWith("user/") ? owner.slice("user/".length) : owner),
  );
  const id = before?.id ?? ctx.ids.next();
  const linkedAt = ctx.clock.now();
  return saveChannel(
    ctx.db,
    { id, owner, party, name, host: null, secret: sealed, linkedAt },
    targets.map((target) => target.id),
  );
}

async function findSame(
  ctx: AppContext,
  targets: readonly PostTarget[],
  { party, isSame }: Pick<NewChannel, "party" | "isSame">,
): Promise<PostTarget | undefined> {
  for (const target of targets) {
    if (target.party !== party) continue;
    // One that was sealed with an earlier key of the instance cannot be read: its owner removes it.
    const secret = await openSecret(ctx, target).catch(() => null);
    if (isSame(secret)) return target;
  }
  return undefined;
}
