import { env, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { limiter } from "../stubs.ts";
import { AboutRecord } from "./about.ts";

test("whom an earlier version still had to tell is told", async () => {
  await runInDurableObject(limiter(env, "about"), (_, { storage: { sql } }) => {
    sql.exec(`
      create table about (one integer primary key check (one = 1), began_at integer not null,
        is_direct integer not null, name text, version integer not null default 0, listed integer not null default 0);
      insert into about (one, began_at, is_direct, version, listed) values (1, 5, 1, 7, 6);
      create table tellings (user_id text primary key, version integer not null);
      insert into tellings values ('ann', 7), ('bob', 4);
    `);
    const about = new AboutRecord(sql);
    expect(about.tellings()).toEqual({ ann: 7, bob: 4 });
    about.raiseVersion(["bob"]);
    about.setTold({ ann: 7, bob: 4 });
    expect(new AboutRecord(sql).tellings()).toEqual({ bob: 8 });
    expect(about.read()).toMatchObject({ beganAt: 5, version: 8, listed: 6 });
  });
});
