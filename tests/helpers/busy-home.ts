/** The largest home page for which Cue promises a fast response, as SQL for any SQLite. */
export const busyHome = { stages: 200, sets: 2_000, listens: 20_000 } as const;

const hourMs = 3_600_000;

/**
 * 200 stages with their own performers, 2,000 upcoming sets, as many past sets that were on air, and a hundred listens
 * per stage; the first set of stage n starts n hours from now, so that most stages' next set is far behind the first
 * page of sets.
 */
export function busyHomeStatements(now: number): string[] {
  const { stages, sets, listens } = busyHome;
  const count = (until: number) =>
    `with recursive counter(n) as (select 0 union all select n + 1 from counter where n < ${until - 1})`;
  const slot = (sign: "+" | "-") =>
    `${now} ${sign} (n % ${stages} + 1) * ${hourMs} ${sign} (n / ${stages}) * ${(stages + 1) * hourMs}`;
  const setsAt = (kind: string, sign: "+" | "-") => `${count(sets)}
    insert into sets (id, stage_id, performer_id, name, starts_at, ends_at, created_at)
    select 'busy-${kind}-' || n, 'busy-stage-' || (n % ${stages}), 'busy-dj-' || (n % ${stages}),
      'Set number ' || n, ${slot(sign)}, ${slot(sign)} + ${hourMs / 2}, 0 from counter`;
  return [
    `${count(stages)}
    insert into users (id, username, username_key, email, email_key, password_hash, created_at, is_performer, performer_type)
    select 'busy-dj-' || n, 'Performer ' || n, 'busyperformer' || n, 'busy' || n, 'busy' || n, '', 0, 1, 'dj' from counter`,
    `${count(stages)}
    insert into stages (id, name, genre, stream_id, created_at)
    select 'busy-stage-' || n, 'Stage number ' || n, 'Deep house', 'busy-stream-' || n, 0 from counter`,
    setsAt("next", "+"),
    setsAt("past", "-"),
    `insert into broadcasts (id, stream_id, stage_id, performer_id, set_id, started_at, ended_at, peak_listeners)
    select 'on-air-' || id, 'busy', stage_id, performer_id, id, starts_at, ends_at, 10 from sets where id like 'busy-past-%'`,
    `${count(listens)}
    insert into listens (performance, listener, stage_id, listened_at)
    select 'busy', n, 'busy-stage-' || (n % ${stages}), 0 from counter`,
  ];
}
