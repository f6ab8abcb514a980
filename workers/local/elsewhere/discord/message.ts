/** Discord's checks of a message, with its limits. */
import * as z from "zod/mini";

const text = (max: number) => z.string().check(z.maxLength(max));
const address = z.url({ protocol: /^https?$/ });

const Embed = z.object({
  title: z.optional(text(256)),
  description: z.optional(text(4_096)),
  url: z.optional(address),
  thumbnail: z.optional(z.object({ url: address })),
  footer: z.optional(z.object({ text: text(2_048) })),
  author: z.optional(z.object({ name: text(256) })),
  fields: z.optional(z.array(z.object({ name: text(256), value: text(1_024) })).check(z.maxLength(25))),
});

const Message = z.object({
  content: z.optional(z.nullable(text(2_000))),
  username: z.optional(text(80)),
  avatar_url: z.optional(z.string()),
  embeds: z.optional(z.array(Embed).check(z.maxLength(10))),
  thread_name: z.optional(text(100)),
  flags: z.optional(z.number()),
  allowed_mentions: z.optional(z.object({ parse: z.optional(z.array(z.string())) })),
});
export type SentMessage = z.infer<typeof Message>;

/** The message, or Discord's error. */
export function readMessage(
  json: unknown,
): SentMessage | { code: number; message: string; errors?: unknown } {
  const read = Message.safeParse(json);
  if (!read.success)
    return { code: 50_035, message: "Invalid Form Body", errors: z.treeifyError(read.error) };
  const { content, embeds = [] } = read.data;
  if (!content && embeds.length === 0) return { code: 50_006, message: "Cannot send an empty message" };
  const texts = embeds.flatMap(({ title = "", description = "", footer, author, fields = [] }) => [
    title,
    description,
    footer?.text ?? "",
    author?.name ?? "",
    ...fields.flatMap(({ name, value }) => [name, value]),
  ]);
  if (texts.join("").length > 6_000)
    return { code: 50_035, message: "Invalid Form Body", errors: { embeds: "6000 characters at most" } };
  return read.data;
}

/** Whether it would notify everyone: by default all mentions count. */
export const notifiesEveryone = ({ content, allowed_mentions: allowed }: SentMessage): boolean =>
  /@(?:everyone|here)\b/.test(content ?? "") && (allowed?.parse?.includes("everyone") ?? true);
