/** The Bot API of Telegram, as its documentation and its public server describe it. */
import * as z from "zod/mini";
import { randomText } from "#app/domains/people/accounts/token.ts";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";
import { chatPage, type ShownBot, type ShownChat, type ShownText, telegramPage } from "./pages.ts";

const botPath = /^\/bot([^/]*)\/(\w+)$/;
const tokenForm = /^\d+:[\w-]{30,}$/;
/** Rate in one group or channel. */
const rate = { max: 20, perMs: 60_000 } as const;

const Fields = z.object({
  chat_id: z.optional(z.union([z.string(), z.number()])),
  text: z.optional(z.string()),
  message_id: z.optional(z.number()),
});
type Fields = z.infer<typeof Fields>;

/** Simulates Telegram in its own tables of the simulators' object. */
export class TelegramSimulator implements PartySimulator {
  readonly #sql: SqlStorage;
  /** Times of the latest messages, by chat. */
  readonly #written = new Map<number, number[]>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists telegram_bots (
        id integer primary key autoincrement, token text not null unique, name text not null);
      create table if not exists telegram_chats (
        n integer primary key autoincrement, id integer not null unique, kind text not null, title text not null, username text not null,
        moved_to integer not null default 0, is_open integer not null default 1);
      create table if not exists telegram_messages (
        id integer primary key autoincrement, chat integer not null, bot text not null, text text not null,
        is_edited integer not null default 0);
    `);
  }

  fail({ status, retryAfterS }: FaultReply): Response {
    const seconds = retryAfterS ?? 7;
    if (status === 429)
      return failure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
    if (status === 401) return failure(401, "Unauthorized");
    if (status === 403) return failure(403, "Forbidden: bot was kicked from the channel chat");
    if (status === 400) return failure(400, "Bad Request: chat not found");
    return failure(status, "Internal Server Error");
  }

  shownPath(path: string): string {
    return path.replace(/^\/bot[^/]*/, "/bot…");
  }

  async handle(asked: SimulatorRequest): Promise<Response> {
    const { method, path } = asked;
    const [, token, verb = ""] = botPath.exec(path) ?? [];
    if (token !== undefined) return this.#asBot(asked, token, verb);
    const base = asked.url.pathname.slice(0, asked.url.pathname.length - path.length);
    const [, id] = /^\/chats\/(-?\d+)$/.exec(path) ?? [];
    if (method === "GET" && id !== undefined) return chatPage(id, this.#texts(Number(id)));
    if (method === "GET" && path.length <= 1)
      return telegramPage(base, { bots: this.#bots(), chats: this.#chats() });
    if (method !== "POST") return failure(404, "Not Found");
    this.#change(path, asked.body.form, id);
    return new Response(null, { status: 303, headers: { location: `${base}/` } });
  }

  #asBot(asked: SimulatorRequest, token: string, verb: string): Response {
    if (!tokenForm.test(token)) return failure(404, "Not Found");
    const bot = this.#bots().find((each) => each.token === token);
    if (bot === undefined) return failure(401, "Unauthorized");
    const { body, url } = asked;
    const given = body.json ?? Object.fromEntries([...url.searchParams, ...body.form]);
    const fields = Fields.safeParse(given).data ?? {};
    switch (verb.toLowerCase()) {
      case "getme":
        return success(toUser(bot));
      case "getchat":
        return this.#inChat(fields, (chat) => success(toChat(chat)));
      case "sendmessage":
        return this.#inChat(fields, (chat) => this.#write(asked, { bot, chat, fields }));
      case "editmessagetext":
        return this.#inChat(fields, (chat) => this.#edit(asked, { bot, chat, fields }));
      default:
        return failure(404, "Not Found");
    }
  }

  #inChat({ chat_id: wanted = "" }: Fields, answer: (chat: ShownChat) => Response): Response {
    if (wanted === "") return failure(400, "Bad Request: chat_id is empty");
    const chat = this.#chats().find(({ id, username }) =>
      String(wanted).startsWith("@")
        ? username !== "" && `@${username}`.toLowerCase() === String(wanted).toLowerCase()
        : String(id) === String(wanted),
    );
    if (chat === undefined) return failure(400, "Bad Request: chat not found");
    if (!chat.isOpen) return failure(403, `Forbidden: bot was kicked from the ${chat.kind} chat`);
    if (chat.movedTo !== 0)
      return failure(400, "Bad Request: group chat was upgraded to a supergroup chat", {
        migrate_to_chat_id: chat.movedTo,
      });
    return answer(chat);
  }

  #write({ now }: SimulatorRequest, { bot, chat, fields }: Written): Response {
    const problem = textProblem(fields.text);
    if (problem !== null) return problem;
    const recent = (this.#written.get(chat.id) ?? []).filter((at) => at > now - rate.perMs);
    if (recent.length >= rate.max) {
      const seconds = Math.ceil(((recent[0] ?? now) + rate.perMs - now) / 1_000);
      return failure(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
    }
    this.#written.set(chat.id, [...recent, now]);
    const text = fields.text ?? "";
    const { id } = this.#sql
      .exec<{ id: number }>(
        "insert into telegram_messages (chat, bot, text) values (?, ?, ?) returning id",
        chat.id,
        bot.token,
        text,
      )
      .one();
    return success(toMessage({ id, text, now }, { bot, chat }));
  }

  #edit({ now }: SimulatorRequest, { bot, chat, fields }: Written): Response {
    const [before] = this.#sql
      .exec<{ text: string }>(
        "select text from telegram_messages where id = ? and chat = ? and bot = ?",
        fields.message_id ?? 0,
        chat.id,
        bot.token,
      )
      .toArray();
    if (before === undefined) return failure(400, "Bad Request: message to edit not found");
    const problem = textProblem(fields.text);
    if (problem !== null) return problem;
    const { text = "", message_id: id = 0 } = fields;
    if (before.text === text)
      return failure(
        400,
        "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
      );
    this.#sql.exec("update telegram_messages set text = ?, is_edited = 1 where id = ?", text, id);
    return success({ ...toMessage({ id, text, now }, { bot, chat }), edit_date: Math.floor(now / 1_000) });
  }

  /** Runs the actions of the page's buttons. */
  #change(path: string, form: URLSearchParams, chat: string | undefined): void {
    if (path === "/bots") {
      const token = `${5_000_000_000 + this.#bots().length}:${randomText(26)}`;
      this.#sql.exec(
        "insert into telegram_bots (token, name) values (?, ?)",
        token,
        form.get("name") || "Bot",
      );
    } else if (path === "/chats") this.#addChat(form.get("kind") ?? "channel", form);
    else if (form.get("do") === "upgrade") {
      const title = this.#chats().find(({ id }) => String(id) === chat)?.title ?? "Group";
      const to = this.#addChat("supergroup", new URLSearchParams({ title }));
      this.#sql.exec("update telegram_chats set moved_to = ? where id = ?", to, Number(chat));
    } else {
      const isOpen = form.get("do") === "add" ? 1 : 0;
      this.#sql.exec("update telegram_chats set is_open = ? where id = ?", isOpen, Number(chat));
    }
  }

  #addChat(kind: string, form: URLSearchParams): number {
    const n = this.#chats().length + 1;
    const id = kind === "group" ? -4_000_000_000 - n : -1_001_000_000_000 - n;
    const name = (form.get("username") ?? "").replace(/^@/, "");
    const title = form.get("title") || "Chat";
    this.#sql.exec(
      "insert into telegram_chats (id, kind, title, username) values (?, ?, ?, ?)",
      id,
      kind,
      title,
      name,
    );
    return id;
  }

  #bots(): ShownBot[] {
    return this.#sql
      .exec<{ token: string; name: string }>("select token, name from telegram_bots order by id desc")
      .toArray();
  }

  #chats(): ShownChat[] {
    return this.#sql
      .exec<{ id: number; kind: string; title: string; username: string; movedTo: number; isOpen: number }>(
        'select id, kind, title, username, moved_to as "movedTo", is_open as "isOpen" from telegram_chats order by n desc',
      )
      .toArray();
  }

  #texts(chat: number): ShownText[] {
    return this.#sql
      .exec<{ text: string; isEdited: number }>(
        'select text, is_edited as "isEdited" from telegram_messages where chat = ? order by id desc',
        chat,
      )
      .toArray();
  }
}

interface Written {
  bot: ShownBot;
  chat: ShownChat;
  fields: Fields;
}

const success = (result: unknown) => Response.json({ ok: true, result });

function failure(status: number, description: string, parameters?: Record<string, number>): Response {
  const headers: HeadersInit =
    parameters?.retry_after === undefined ? {} : { "retry-after": String(parameters.retry_after) };
  const body = { ok: false, error_code: status, description, ...(parameters && { parameters }) };
  return Response.json(body, { status, headers });
}

function textProblem(text = ""): Response | null {
  if (text.trim() === "") return failure(400, "Bad Request: message text is empty");
  return text.length > 4_096 ? failure(400, "Bad Request: message is too long") : null;
}

const toUser = ({ token, name }: ShownBot) => ({
  id: Number(token.split(":", 1)[0]),
  is_bot: true,
  first_name: name,
  username: `${name.replace(/\W/g, "")}_bot`,
});

const toChat = ({ id, kind, title, username }: ShownChat) => ({
  id,
  type: kind,
  title,
  ...(username !== "" && { username }),
});

const toMessage = (
  { id, text, now }: { id: number; text: string; now: number },
  { bot, chat }: { bot: ShownBot; chat: ShownChat },
) => ({ message_id: id, from: toUser(bot), chat: toChat(chat), date: Math.floor(now / 1_000), text });
