import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { Place } from "../contract.ts";
import { lobbyShards } from "../stubs.ts";

/** Sockets that have to be closed: all of a user in one place, or only those of one session. */
export type Drop = { place: Place | "inbox"; userId: string; sessionHash: string | null };

/** The rooms and conversations in which signed-in users have sockets, and those that must still be closed. */
export class Presence {
  readonly #sql: SqlStorage;

  /** `isOwn`: whether a user's places are known here. It is another shard when the number of shards has changed. */
  constructor(storage: DurableObjectStorage, isOwn: (userId: string) => boolean) {
    this.#sql = storage.sql;
    this.#sql.exec(`
      create table if not exists presence (user_id text not null, room text not null, primary key (user_id, room)) without rowid;
      create index if not exists presence_room on presence (room);
      create table if not exists drops (place text not null, user_id text not null, session_hash text);
      create table if not exists shards (number integer not null);
    `);
    this.#keepOwn(isOwn);
  }

  /** Their sockets were closed by the deployment that changed the number. */
  #keepOwn(isOwn: (userId: string) => boolean): void {
    const [known] = this.#sql.exec<{ number: number }>("select number from shards").toArray();
    if (known?.number === lobbyShards) return;
    this.#sql.exec("delete from shards");
    this.#sql.exec("insert into shards (number) values (?)", lobbyShards);
    const users = this.#sql.exec<{ userId: string }>("select distinct user_id as userId from presence");
    for (const { userId } of users.toArray())
      if (!isOwn(userId)) this.#sql.exec("delete from presence where user_id = ?", userId);
  }

  join(room: Place, userId: string): void {
    this.#sql.exec("insert or ignore into presence (user_id, room) values (?, ?)", userId, room);
  }

  leave(room: Place, userId: string): void {
    this.#sql.exec("delete from presence where user_id = ? and room = ?", userId, room);
  }

  /** Whether they have a socket there, or on one of its shards. */
  isIn(room: RoomPath, userId: string): boolean {
    return (
      this.#sql
        .exec(
          "select 1 from presence where user_id = ?2 and (room = ?1 or (room > ?1 || '/' and room < ?1 || '0')) limit 1",
          room,
          userId,
        )
        .toArray().length > 0
    );
  }

  /** Includes users on its shards, `<room>/<index>`. */
  usersIn(room: RoomPath): string[] {
    return this.#sql
      .exec<{ userId: string }>(
        "select distinct user_id as userId from presence where room = ?1 or (room > ?1 || '/' and room < ?1 || '0')",
        room,
      )
      .toArray()
      .map(({ userId }) => userId);
  }

  /** Stores every place where this user's sockets have to be closed. */
  drop(userId: string, sessionHash: string | null): void {
    this.#sql.exec(
      `insert into drops (place, user_id, session_hash)
       select room, ?1, ?2 from presence where user_id = ?1 union all select 'inbox', ?1, ?2`,
      userId,
      sessionHash,
    );
  }

  /** Some of their sockets must still be closed. */
  isDropping(userId: string): boolean {
    return this.#sql.exec("select 1 from drops where user_id = ? limit 1", userId).toArray().length > 0;
  }

  /** Their own sockets, and those that others had at their profile. */
  forget(userId: string): void {
    this.#sql.exec(
      "delete from presence where user_id = ?1 or room = ?2 or (room > ?2 || '/' and room < ?2 || '0')",
      userId,
      `profile/${userId}`,
    );
  }

  drops(): Drop[] {
    return this.#sql
      .exec<Drop>("select place, user_id as userId, session_hash as sessionHash from drops")
      .toArray();
  }

  dropped({ place, userId, sessionHash }: Drop): void {
    this.#sql.exec(
      "delete from drops where place = ? and user_id = ? and session_hash is ?",
      place,
      userId,
      sessionHash,
    );
  }
}
