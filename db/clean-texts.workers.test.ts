import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import { expect, test } from "vitest";
import { cleanLine, cleanParagraphs } from "#app/domains/text/clean.ts";
import { hostileTexts } from "#tests/helpers/hostile-texts.ts";
import { makePerformer, makePerson } from "#tests/helpers/people.ts";
import { makeSet, makeStage } from "#tests/helpers/stages.ts";

const hourMs = 3_600_000;

/** The migration once more, over rows that were planted after it first ran. */
async function runAgain() {
  const migration = env.TEST_MIGRATIONS.find(({ name }) => name.includes("clean_texts"));
  if (migration === undefined) throw new Error("the migration is gone");
  await env.DB.batch(migration.queries.map((query) => env.DB.prepare(query)));
}

/** SQL knows no normal forms and no broken characters: what differs by them alone is mended when it is next written. */
const isNormal = (text: string) =>
  text.isWellFormed() && text.normalize("NFC") === text && !/\p{M}{5}/u.test(text);

const planted = [
  ...hostileTexts.map(({ given }) => given).filter(isNormal),
  "one\u0000two\u0000\\u0000",
  "a\r\n\r\n\r\n\r\nb\u2028c\u0085\td",
  "zero\u200bwidth\u00ad \u2060 tag\u{e0041} \uffff\ufdd0",
  "👩\u200d🎤 می\u200cخواهم 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  "\u200b\u3164",
];

test("texts that were stored before are those that would be stored today", async () => {
  const manager = await makePerson({ isManager: true });
  const performer = await makePerformer();
  const stage = await makeStage(manager);
  const { id: setId } = await makeSet(stage, performer, 2 * hourMs);
  const roleId = ulid();
  await env.DB.batch([
    env.DB.prepare("insert into stage_roles (id, stage_id, name, created_at) values (?, ?, 'x', 1)").bind(
      roleId,
      stage.id,
    ),
    env.DB.prepare("insert into stage_chats (stage_id) values (?) on conflict do nothing").bind(stage.id),
  ]);

  for (const text of planted) {
    const write = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(...values);
    await env.DB.batch([
      write("update sets set name = ?1, description = ?1 where id = ?2", text, setId),
      write("update stages set name = ?1, genre = ?1, description = ?1 where id = ?2", text, stage.id),
      write("update stage_roles set name = ?1 where id = ?2", text, roleId),
      write("update users set bio = ?1, location = ?1 where id = ?2", text, performer.id),
      write("update stage_chats set blocked_words = json_array(?1) where stage_id = ?2", text, stage.id),
    ]);
    await runAgain();
    const set = await env.DB.prepare("select name, description from sets where id = ?").bind(setId).first();
    const after = await env.DB.prepare("select name, genre, description from stages where id = ?")
      .bind(stage.id)
      .first();
    const role = await env.DB.prepare("select name from stage_roles where id = ?").bind(roleId).first();
    const user = await env.DB.prepare("select bio, location from users where id = ?")
      .bind(performer.id)
      .first();
    const words = await env.DB.prepare("select blocked_words as json from stage_chats where stage_id = ?")
      .bind(stage.id)
      .first<{ json: string }>();
    const line = cleanLine(text);
    const description = cleanParagraphs(text);
    const told = JSON.stringify(text);
    expect(set, told).toEqual({ name: line || "Untitled set", description });
    expect(after, told).toEqual({ name: line || "Untitled stage", genre: line, description });
    expect(role, told).toEqual({ name: line || "Untitled role" });
    expect(user, told).toEqual({ bio: description, location: line });
    expect(JSON.parse(words?.json ?? "")).toHaveLength(1);
  }

  await env.DB.prepare("update sets set name = ? where id = ?").bind("\u200d\u2800", setId).run();
  await runAgain();
  expect(await env.DB.prepare("select name from sets where id = ?").bind(setId).first("name")).toBe(
    "Untitled set",
  );
});
