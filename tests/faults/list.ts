/** A mistake that someone could make, in one place. A test must find it. */
export interface Fault {
  /** The behaviour that it breaks. */
  breaks: string;
  file: string;
  /** Occurs exactly once in `file`. */
  find: string;
  replace: string;
  /** Tests that find it, in one suite: those in Workers are named `*.workers.test.ts`. */
  tests: readonly string[];
}

const guards = ["workers/api/guards.test.ts"];
const booking = ["app/domains/air/sets/booking-rules.test.ts"];
const access = ["app/domains/air/replays/rules.test.ts"];
const onAir = ["app/domains/air/stages/on-air.test.ts", "app/domains/air/stages/overrun.test.ts"];

const ofGuards: readonly Fault[] = [
  {
    breaks: "another site of the same domain may use the cookie of a browser",
    file: "workers/middleware/same-origin.ts",
    find: 'return site === "same-origin";',
    replace: 'return site !== "cross-site";',
    tests: guards,
  },
  {
    breaks: "a site whose address begins like this one may use the cookie",
    file: "workers/middleware/same-origin.ts",
    find: "origin === own;",
    replace: "origin.startsWith(own);",
    tests: guards,
  },
  {
    breaks: "a link of another site triggers a GET that changes something",
    file: "workers/middleware/same-origin.ts",
    find: "const changesState = isStateful(c.req.method, c.req.path);",
    replace: "const changesState = !isRead && isStateful(c.req.method, c.req.path);",
    tests: guards,
  },
  {
    breaks: "a form of another site sends a body",
    file: "workers/middleware/json-body.ts",
    find: 'if (type !== "application/json")',
    replace: "if (type === undefined)",
    tests: guards,
  },
  {
    breaks: "a body is read whatever its size",
    file: "workers/middleware/json-body.ts",
    find: "if (bytes > maxBytes) {",
    replace: "if (bytes > 1e9) {",
    tests: guards,
  },
  {
    breaks: "a body may be nested without end",
    file: "workers/middleware/json-body.ts",
    find: "if (isDeeper(value, bodyLimits.depth))",
    replace: "if (isDeeper(value, 1_000))",
    tests: guards,
  },
  {
    breaks: "callers without an account may send large bodies",
    file: "workers/middleware/json-body.ts",
    find: "(isSignedIn ? call?.maxBytes : undefined)",
    replace: "call?.maxBytes",
    tests: guards,
  },
  {
    breaks: "a network gets a new counter by another address",
    file: "workers/middleware/rates.ts",
    find: 'kinds.exec(path)?.[1] ?? "page"',
    replace: "path",
    tests: ["workers/rates.workers.test.ts"],
  },
  {
    breaks: "one more use than the limit passes",
    file: "durable-objects/limiter/limiter.ts",
    find: "        max - 1,",
    replace: "        max,",
    tests: ["durable-objects/limiter/limiter.workers.test.ts"],
  },
  {
    breaks: "a used nonce is accepted again",
    file: "durable-objects/limiter/limiter.ts",
    find: "where expires_at <= ?3`",
    replace: "where expires_at >= ?3`",
    tests: ["durable-objects/limiter/limiter.workers.test.ts"],
  },
  {
    breaks: "a password may have any length",
    file: "app/domains/people/accounts/rules.ts",
    find: "if (length < accountLimits.passwordMin)",
    replace: "if (length < 1)",
    tests: ["app/domains/people/accounts/rules.test.ts"],
  },
  {
    breaks: "a username may look like an id in wide letters",
    file: "app/domains/people/accounts/rules.ts",
    find: "isIdShaped(foldUsername(clean))",
    replace: "isIdShaped(clean)",
    tests: ["app/domains/people/accounts/rules.test.ts", "app/domains/people/accounts/usernames.test.ts"],
  },
  {
    breaks: "a username may cover the lines above it",
    file: "app/domains/people/accounts/rules.ts",
    find: " && !pilePattern.test(clean)",
    replace: "",
    tests: ["app/domains/people/accounts/rules.test.ts", "app/domains/people/accounts/usernames.test.ts"],
  },
  {
    breaks: "a username may change every three days",
    file: "app/domains/people/accounts/rules.ts",
    find: "const usernameKeepMs = 30 *",
    replace: "const usernameKeepMs = 3 *",
    tests: ["app/domains/people/accounts/rules.test.ts"],
  },
  {
    breaks: "the Worker calls a name of a local network",
    file: "app/domains/people/integrations/public-host.ts",
    find: " || reserved.has(last)) return null;",
    replace: ") return null;",
    tests: ["app/domains/people/integrations/public-host.test.ts"],
  },
  {
    breaks: "the Worker calls a part of itself",
    file: "app/domains/people/integrations/public-host.ts",
    find: "name === own || name.endsWith(`.${own}`)",
    replace: "name === own",
    tests: ["app/domains/people/integrations/public-host.test.ts"],
  },
  {
    breaks: "pushes are sent to any port",
    file: "app/domains/people/notifications/push-endpoint.ts",
    find: ' || url.port !== ""',
    replace: "",
    tests: ["app/domains/people/notifications/push-endpoint.test.ts"],
  },
  {
    breaks: "a former webhook secret signs for ever",
    file: "app/domains/outside/webhooks/signature.ts",
    find: "former !== null && now < former.until",
    replace: "former !== null",
    tests: ["app/domains/outside/webhooks/signature.test.ts"],
  },
  {
    breaks: "a recorded webhook call can be sent again",
    file: "app/domains/outside/webhooks/signature.ts",
    find: "hmac(secret, `${seconds}.${body}`)",
    replace: "hmac(secret, body)",
    tests: ["app/domains/outside/webhooks/signature.test.ts"],
  },
  {
    breaks: "a call for performers is open to those without a stream test",
    file: "app/domains/people/accounts/guards.ts",
    find: "!viewer.isPerformer || !viewer.hasPassedTest",
    replace: "!viewer.isPerformer",
    tests: ["workers/api/picture-uploads.workers.test.ts", "workers/api/stats.workers.test.ts"],
  },
  {
    breaks: "anyone manages every stage",
    file: "app/domains/air/stages/require-stage.server.ts",
    find: "if (!(await isStageManager(ctx.db, row.id, viewer.id))) ",
    replace: "if (false) ",
    tests: ["workers/api/stage-management.workers.test.ts"],
  },
];

const ofBooking: readonly Fault[] = [
  {
    breaks: "a set cannot start when another ends",
    file: "app/domains/air/sets/booking-rules.ts",
    find: "other.startsAt < slot.endsAt && slot.startsAt < other.endsAt",
    replace: "other.startsAt <= slot.endsAt && slot.startsAt <= other.endsAt",
    tests: booking,
  },
  {
    breaks: "anyone requests sets for others",
    file: "app/domains/air/sets/booking-rules.ts",
    find: "if (!parties.isOwnRequest && !parties.isManager)",
    replace: "if (false)",
    tests: booking,
  },
  {
    breaks: "managers of a members' stage can invite no one else",
    file: "app/domains/air/sets/booking-rules.ts",
    find: "stage.isMembersOnly && parties.isOwnRequest && isOutside",
    replace: "stage.isMembersOnly && isOutside",
    tests: booking,
  },
  {
    breaks: "a set can be booked in the past",
    file: "app/domains/air/sets/booking-rules.ts",
    find: "if (series.startsAt <= now || series",
    replace: "if (series",
    tests: booking,
  },
  {
    breaks: "the start of a set that is on can be moved",
    file: "app/domains/air/sets/booking-rules.ts",
    find: "if (hasBegun && wanted.startsAt !== set.startsAt)",
    replace: "if (false)",
    tests: booking,
  },
  {
    breaks: "a set can be ended before it starts",
    file: "app/domains/air/sets/booking-rules.ts",
    find: "return set.startsAt < now ?",
    replace: "return set.startsAt > 0 ?",
    tests: booking,
  },
  {
    breaks: "anyone accepts a set that is offered to a substitute",
    file: "app/domains/air/sets/request-sides.ts",
    find: "return request.dj.id === viewerId;",
    replace: "return true;",
    tests: ["app/domains/air/sets/request-sides.test.ts"],
  },
  {
    breaks: "a set conflicts with the request that changes it",
    file: "app/domains/air/sets/request-conflicts.ts",
    find: "changed == null || id !== changed.id",
    replace: 'changed == null || id !== ""',
    tests: ["app/domains/air/sets/request-conflicts.test.ts"],
  },
  {
    breaks: "a set is live at its end",
    file: "app/domains/air/sets/time-state.ts",
    find: "now >= set.endTime)",
    replace: "now > set.endTime)",
    tests: ["app/domains/air/sets/time-state.test.ts"],
  },
];

const ofRooms: readonly Fault[] = [
  {
    breaks: "a performer is heard on two stages",
    file: "app/domains/air/stages/on-air.ts",
    find: "    if (stream.claimedBy !== null && stream.claimedBy !== room.path) continue;\n",
    replace: "",
    tests: onAir,
  },
  {
    breaks: "a sound check is heard before its set",
    file: "app/domains/air/stages/on-air.ts",
    find: '    if (stream.isOffAir && phase !== "now") continue;\n',
    replace: "",
    tests: onAir,
  },
  {
    breaks: "a short outage of an encoder ends its broadcast",
    file: "app/domains/air/stages/on-air.ts",
    find: "  graceMs: 8_000,",
    replace: "  graceMs: 80,",
    tests: onAir,
  },
  {
    breaks: "who is blocked by a performer writes on their profile",
    file: "app/domains/air/stages/live/rules.ts",
    find: '  if (input.isBlocked) return { ok: false, code: "not-welcome" };\n  const text',
    replace: "  const text",
    tests: [
      "app/domains/air/stages/live/rules.test.ts",
      "app/domains/air/stages/live/moderation-rules.test.ts",
    ],
  },
  {
    breaks: "a flood of messages is not limited",
    file: "app/domains/air/stages/live/rules.ts",
    find: "bucket: { tokens: tokens - 1, at: now }",
    replace: "bucket: { tokens, at: now }",
    tests: ["app/domains/air/stages/live/rules.test.ts"],
  },
  {
    breaks: "the second message of one comes before the first of another",
    file: "app/domains/air/stages/live/rules.ts",
    find: "turn: writer.count++,",
    replace: "turn: writer.count,",
    tests: ["app/domains/air/stages/live/rules.test.ts"],
  },
  {
    breaks: "who is timed out writes a minute too early",
    file: "app/domains/air/stages/live/moderation-rules.ts",
    find: "if (outMs > 0)",
    replace: "if (outMs > 60_000)",
    tests: ["app/domains/air/stages/live/moderation-rules.test.ts"],
  },
  {
    breaks: "links pass where managers allow none",
    file: "app/domains/air/stages/live/moderation-rules.ts",
    find: "if (!said.settings.hasLinks && ",
    replace: "if (said.settings.hasLinks && ",
    tests: ["app/domains/air/stages/live/moderation-rules.test.ts"],
  },
  {
    breaks: "one message notifies hundreds of people",
    file: "app/domains/people/notifications/mentions.ts",
    find: "const maxMentions = 5;",
    replace: "const maxMentions = 500;",
    tests: ["app/domains/people/notifications/mentions.test.ts"],
  },
  {
    breaks: "quiet hours over night are ignored",
    file: "app/domains/people/notifications/quiet-hours.ts",
    find: "minute >= from || minute < to",
    replace: "minute >= from && minute < to - 1",
    tests: ["app/domains/people/notifications/quiet-hours.test.ts"],
  },
];

const ofSockets: readonly Fault[] = [
  {
    breaks: "all listeners reconnect at the same moment",
    file: "app/live/reconnect.ts",
    find: "shortestMs + random * (longestMs - shortestMs)",
    replace: "shortestMs",
    tests: ["app/live/reconnect.test.ts"],
  },
  {
    breaks: "a page reconnects for ever after its session ended",
    file: "app/live/resuming-socket.ts",
    find: '  [roomCloseCodes.sessionEnded, "ended"],\n',
    replace: "",
    tests: ["app/live/resuming-socket.test.ts"],
  },
  {
    breaks: "a join starts with seconds of old sound",
    file: "durable-objects/fan-out/fan-out.ts",
    find: "const joinPackets = 8;",
    replace: "const joinPackets = 80;",
    tests: ["durable-objects/fan-out/fan-out.test.ts"],
  },
  {
    breaks: "a slow line waits for all earlier sound before it plays",
    file: "durable-objects/fan-out/fan-out.ts",
    find: "const replayPackets = 100;",
    replace: "const replayPackets = 10_000;",
    tests: ["durable-objects/fan-out/fan-out.test.ts"],
  },
  {
    breaks: "a listener who leaves is still sent sound",
    file: "durable-objects/fan-out/fan-out.ts",
    find: "    this.#shards.delete(socket);\n    for (const group of this.#groups) group.remove(socket);",
    replace: "    this.#shards.delete(socket);",
    tests: ["durable-objects/fan-out/fan-out.test.ts"],
  },
];

const ofThePlayer: readonly Fault[] = [
  {
    breaks: "a late event of a stopped engine shows it as playing",
    file: "app/player/machine.ts",
    find: 'told to stop.\n      if (facts.request !== "play") return facts;',
    replace: "told to stop.",
    tests: ["app/player/machine.test.ts"],
  },
  {
    breaks: "a replay shows its room's outages",
    file: "app/player/machine.ts",
    find: 'source.kind === "replay" ? "live" : source.onAir.status',
    replace: "source.onAir.status",
    tests: ["app/player/machine.test.ts", "app/player/store.test.ts"],
  },
  {
    breaks: "a packet that is sent twice is heard twice",
    file: "app/player/playout/sequencer.ts",
    find: "if (step <= 0 && step",
    replace: "if (step < 0 && step",
    tests: ["app/player/playout/sequencer.test.ts"],
  },
  {
    breaks: "the pitch changes audibly",
    file: "app/player/playout/rate.ts",
    find: "const gentleOffset = 0.005;",
    replace: "const gentleOffset = 0.05;",
    tests: ["app/player/playout/rate.test.ts"],
  },
  {
    breaks: "a listener stays far behind after one stall",
    file: "app/player/playout/slack.ts",
    find: "const memory = isHabit ?",
    replace: "const memory = true ?",
    tests: ["app/player/playout/playout.test.ts"],
  },
  {
    breaks: "sound in the buffer grows with every stall",
    file: "app/player/playout/rate.ts",
    find: "return 1 + Math.sign(excessMs) *",
    replace: "return 1 + Math.min(0, Math.sign(excessMs)) *",
    tests: ["app/player/playout/rate.test.ts"],
  },
  {
    breaks: "the player waits for hours for the next set",
    file: "app/player/queue.ts",
    find: "next !== undefined && next.start - now <= playerLimits.switchWithinMs",
    replace: "next !== undefined",
    tests: ["app/player/queue.test.ts"],
  },
  {
    breaks: "the sleep timer of one room ends the sound of another",
    file: "app/player/sleep.ts",
    find: "sleep?.set != null && sleep.room !== room ? null : sleep",
    replace: "room === null ? null : sleep",
    tests: ["app/player/sleep.test.ts"],
  },
  {
    breaks: "a page counts a listener without end",
    file: "app/player/listen-count.ts",
    find: " || tries === maxTries",
    replace: "",
    tests: ["app/player/listen-count.test.ts"],
  },
  {
    breaks: "what a decoder needs before a position is heard",
    file: "app/player/replay/packet-feed.ts",
    find: "at + index * packetMs < this.#from - packetMs / 2)",
    replace: "at + index * packetMs < 0)",
    tests: ["app/player/replay/packet-feed.test.ts"],
  },
];

const ofRecordings: readonly Fault[] = [
  {
    breaks: "everyone hears what a stage keeps no longer",
    file: "app/domains/air/replays/rules.ts",
    find: 'facts.visibility === "me" || isWithheld(facts)',
    replace: 'facts.visibility === "me"',
    tests: access,
  },
  {
    breaks: "everyone downloads every replay",
    file: "app/domains/air/replays/rules.ts",
    find: "mayDownload: isComplete && (isOwner || facts.mayDownload),",
    replace: "mayDownload: isComplete,",
    tests: access,
  },
  {
    breaks: "a replay of a day stays",
    file: "app/domains/air/replays/rules.ts",
    find: "return until !== null && now >= until;",
    replace: "return until !== null && now >= until + dayMs;",
    tests: access,
  },
  {
    breaks: "a banned performer is still heard",
    file: "app/domains/air/replays/rules.ts",
    find: '  if (performer === "gone") return false;\n',
    replace: "",
    tests: access,
  },
  {
    breaks: "a range lacks its last byte",
    file: "app/domains/air/replays/byte-range.ts",
    find: "Math.min(Number(last) + 1, size)",
    replace: "Math.min(Number(last), size)",
    tests: ["app/domains/air/replays/byte-range.test.ts"],
  },
  {
    breaks: "a time within a gap is after it",
    file: "app/domains/air/replays/timeline.ts",
    find: "return Math.min(anchor.position + (at - anchor.at), next);",
    replace: "return anchor.position + (at - anchor.at);",
    tests: ["app/domains/air/replays/timeline.test.ts"],
  },
  {
    breaks: "what was lost shifts the rest of a recording",
    file: "durable-objects/tape/assemble.ts",
    find: "cursor.fill = Math.round(pauseMs / packetMs);",
    replace: "cursor.fill = 0;",
    tests: ["durable-objects/tape/assemble.test.ts"],
  },
  {
    breaks: "a recording waits eleven minutes for an encoder that has connected again",
    file: "durable-objects/tape/assemble.ts",
    find: "return next === undefined ? until : Math.min(until, next.firstArrivedAt + replacedMs);",
    replace: "return next === undefined ? until : until;",
    tests: ["durable-objects/tape/assemble.test.ts"],
  },
  {
    breaks: "frames that were confirmed are asked for again",
    file: "durable-objects/room/taping/seq-ranges.ts",
    find: "joined.to = Math.max(joined.to, range.to);",
    replace: "joined.to = range.to;",
    tests: ["durable-objects/room/taping/seq-ranges.test.ts"],
  },
  {
    breaks: "what a performer plays on two days is one performance",
    file: "durable-objects/room/on-air/performances.ts",
    find: "same !== undefined && startedAt - same.endedAt < performanceGapMs",
    replace: "same !== undefined",
    tests: ["durable-objects/room/on-air/performances.test.ts"],
  },
  {
    breaks: "everyone owns every replay",
    file: "app/domains/air/replays/access.server.ts",
    find: "return performerId === viewerId;",
    replace: "return true;",
    tests: ["workers/api/replays.workers.test.ts"],
  },
];

const ofTokens: readonly Fault[] = [
  {
    breaks: "a changed entry of a wallet is not noticed",
    file: "packages/ledger/check.ts",
    find: "if (hash !== hashOf(before.hash, entry)) ",
    replace: "if (hash === noHash) ",
    tests: ["app/domains/value/tokens/statement.test.ts", "app/domains/value/tokens/book.test.ts"],
  },
  {
    breaks: "a transfer that is delivered twice counts twice",
    file: "app/domains/value/tokens/book.ts",
    find: '      if (this.#store.hasEntry(id)) return "credited";\n',
    replace: "",
    tests: ["app/domains/value/tokens/book.test.ts"],
  },
  {
    breaks: "the same signature has two forms",
    file: "packages/ledger/signature.ts",
    find: "/^[0-9a-f]{128}$/",
    replace: "/^[0-9a-f]{128}$/i",
    tests: ["app/domains/value/tokens/signature.test.ts"],
  },
];

export const faults: readonly Fault[] = [
  ...ofGuards,
  ...ofBooking,
  ...ofRooms,
  ...ofSockets,
  ...ofThePlayer,
  ...ofRecordings,
  ...ofTokens,
];
