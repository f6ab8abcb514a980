/** The tables of the ledger, and those of `sound-checks.ts` and `placements.ts`. */
export const ledgerTables = `
  create table if not exists streams (
    stream text primary key, kind text not null, owner_id text not null, claimed_by text,
    version integer not null default 0, changes integer not null default 0, announced integer not null default 0
  ) without rowid;
  create index if not exists streams_owner on streams (owner_id);
  create table if not exists mounts (
    mount text primary key, stream text not null, expires_at integer,
    encoder text not null, test text not null, routed text, touched_at integer not null
  ) without rowid;
  create index if not exists mounts_stream on mounts (stream);
  create table if not exists watches (room text not null, performer_id text not null, primary key (performer_id, room)) without rowid;
  create table if not exists sound_checks (
    owner_id text not null, kind text not null, until integer not null, ended_at integer,
    primary key (owner_id, kind)
  ) without rowid;
  create table if not exists placements (
    stream text primary key, connection text, place text not null, set_id text, starts_at integer,
    left_at integer, opened_at integer
  ) without rowid;
  create table if not exists title_ends (stream text primary key, at integer not null) without rowid;
  create table if not exists cuts (mount text primary key, reason text not null, connection text, at integer not null) without rowid;
`;

/**
 * A stage has given a stream back, or lost it to another: what its encoder has sent until then are no titles of what is
 * next. One that is gone may return to the same set, and then still plays the same track.
 */
export const endTitles = `
  insert into title_ends (stream, at)
    select stream, ? from mounts where stream = ? and encoder ->> '$.state' = 'up' group by stream
  on conflict (stream) do update set at = excluded.at
`;
