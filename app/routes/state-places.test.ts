/** One table: what each place says of a set, from the one state that its stage's room has computed. */
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { type SetStateName, setStateNames } from "#app/domains/air/schedule/contract/set-state.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { SetBlock } from "#app/domains/air/sets/ui/calendar/set-block.tsx";
import { SetRow } from "#app/domains/air/sets/ui/set-row.tsx";
import { PublicStageView } from "#app/domains/air/stages/contract/public.ts";
import { type OnAirView, offAir, type StageView } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomState } from "#app/domains/air/stages/live/protocol.ts";
import type { LiveSet } from "#app/domains/air/stages/live/set-updates.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { PhaseText } from "#app/player-bar/phase-text.tsx";
import { ServerNow } from "#app/ui/clock.ts";
import type { Memory, Remembered } from "#packages/durable/memory.ts";
import type { RoomCore } from "../../durable-objects/room/core.ts";
import type { RoomFacts } from "../../durable-objects/room/facts.ts";
import { Air } from "../../durable-objects/room/on-air/air.ts";
import { SetStates } from "../../durable-objects/room/on-air/set-states.ts";
import { toOnAirView } from "../../durable-objects/room/on-air/view.ts";
import { EmbedPlayer } from "./embed/embed-player.tsx";
import { StageRow } from "./home/stage-row.tsx";
import { UpcomingStrip } from "./home/upcoming-strip.tsx";
import { onNow } from "./landing/on-now.ts";
import { RingText } from "./landing/ring-centre.tsx";
import { StandingBlock } from "./live-dashboard/standing-block.tsx";
import { BookingsTab } from "./managed-stage/bookings-tab.tsx";
import { StageCard } from "./management/stage-card.tsx";
import { HeadSet } from "./performer/head-set.tsx";
import { SetState as SetDetailsState } from "./set-details/set-state.tsx";
import { LiveBlock } from "./stage/live-block.tsx";
import { NextBlock } from "./stage/next-block.tsx";

// What plays needs the player of the whole page, and what is heard a viewer.
vi.mock("#app/player/play-control.tsx", () => ({ PlayControl: () => null }));
vi.mock("#app/player/level-meter.tsx", () => ({ LevelMeter: () => null }));
vi.mock("#app/player/loudness.tsx", () => ({ default: () => null }));
vi.mock("#app/player/player-provider.tsx", () => ({
  usePlayer: (select: (state: unknown) => unknown) => select({ phase: "idle", source: null }),
}));
vi.mock("./shell/viewer.ts", () => ({ useViewer: () => null, useOrigin: () => "" }));

const minuteMs = 60_000;
const startTime = 1_800_000_000_000;
const endTime = startTime + 30 * minuteMs;
const ada = { id: "ada", _id: "ada", username: "Ada", profile: null };
const set = {
  id: "set",
  _id: "set",
  name: "Night swim",
  description: "",
  url: "/live/s-ada",
  startTime,
  endTime,
  room: { id: "pier", name: "Pier" },
  user: ada,
  peakListeners: 0,
  totalFavorites: 0,
  totalCheers: 0,
  totalTips: null,
  replay: null,
} satisfies SetView;
const facts = { kind: "booking", name: "Pier", performer: null, sets: [set] } as unknown as RoomFacts;
const encoder: StreamReport = {
  stream: "s-ada",
  ownerKind: "performer",
  ownerId: "ada",
  claimedBy: "stage/pier",
  state: "up",
  connection: "c1",
  connectedAt: startTime - minuteMs,
  firstAudioAt: startTime - minuteMs,
  disconnectedAt: null,
  title: null,
  level: null,
  silentSince: null,
  fence: 1,
  version: 1,
};
const gone = { state: "down", disconnectedAt: startTime + 5 * minuteMs } as const;

/** A stage's room: reports of Ada's encoder, each at a minute of the set, and then the view at `now`. */
function roomAt(now: number, ...reports: { at: number; report: Partial<StreamReport> }[]): OnAirView {
  const stored = new Map<string, unknown>();
  const memory = {
    get: ({ name, initial }: Remembered<unknown>) =>
      structuredClone(stored.has(name) ? stored.get(name) : initial),
    set: ({ name }: Remembered<unknown>, value: unknown) => stored.set(name, value),
  } as unknown as Memory;
  const air = new Air(memory);
  const states = new SetStates({ memory, path: "stage/pier" } as unknown as RoomCore, air);
  const schedule = [{ id: "set", stageId: "pier", performerId: "ada", startsAt: startTime, endsAt: endTime }];
  const decide = (minute: number) => {
    const at = startTime + minute * minuteMs;
    const room = { kind: "booking", path: "stage/pier", id: "pier" } as const;
    const turn = air.decide({ room, schedule, lastPacketAt: null, now: at });
    if (turn.isAnother && turn.before !== null) states.ended(turn.before, facts.sets, at);
  };
  for (const [index, { at, report }] of reports.entries()) {
    air.take({ ...encoder, ...report, version: index + 1 });
    decide(at);
  }
  decide(now);
  const state = { ...offAir } as unknown as RoomState;
  return toOnAirView(
    facts,
    air.broadcast,
    { state, states, canRewind: () => false },
    startTime + now * minuteMs,
  );
}

const silent = { silentSince: startTime + 5 * minuteMs };

/** A set's state; `overrun`: on air past its end, which nobody follows. */
type Column = SetStateName | "overrun";
const columns: readonly Column[] = [...setStateNames, "overrun"];

/** Rooms in each state, and the minute of the set at which they are looked at. */
const rooms: Record<Column, { at: number; room: () => OnAirView }> = {
  booked: { at: -20, room: () => roomAt(-20) },
  due: { at: 0.5, room: () => roomAt(0.5) },
  // Connected, and silent until someone plays.
  standby: { at: -1, room: () => roomAt(-1, { at: -1, report: { firstAudioAt: null } }) },
  late: { at: 2, room: () => roomAt(2) },
  "on-air": { at: 10, room: () => roomAt(10, { at: 0, report: {} }) },
  silent: { at: 10, room: () => roomAt(10, { at: 0, report: {} }, { at: 5, report: silent }) },
  dropped: { at: 10, room: () => roomAt(10, { at: 0, report: {} }, { at: 5, report: gone }) },
  over: { at: 31, room: () => roomAt(31, { at: 0, report: {} }, { at: 30, report: { ...gone } }) },
  "still-connected": { at: 31, room: () => roomAt(31, { at: 30, report: {} }) },
  overrun: { at: 31, room: () => roomAt(31, { at: 0, report: {} }) },
};

const stageOf = (onAir: OnAirView) =>
  ({ ...onAir, id: "pier", name: "Pier", instant: false, archivedAt: null, genre: "" }) as StageView;
const setOf = (onAir: OnAirView): SetView => onAir.currentSet ?? onAir.nextSet ?? set;
const roomOf = (onAir: OnAirView) => ({ ...onAir, kind: "stage", id: "pier", name: "Pier" }) as RoomState;
const live = { set: "set", name: set.name, startTime, endTime, isCancelled: false, air: null } as LiveSet;

/** Places that show the state: a label, and none of the others. */
const places: Record<string, (onAir: OnAirView, now: number) => ReactElement | string> = {
  page: (onAir) =>
    onAir.online
      ? createElement(LiveBlock, { stage: stageOf(onAir), state: roomOf(onAir), viewerId: null })
      : createElement(NextBlock, {
          stage: stageOf(onAir),
          state: onAir,
          viewerId: null,
          follows: {} as never,
        }),
  landing: (onAir) => createElement(RingText, onNow([stageOf(onAir)])),
  home: (onAir) => createElement(StageRow, { stage: stageOf(onAir) }),
  timetable: (onAir) => createElement(UpcomingStrip, { sets: [setOf(onAir)], readOn: () => {} }),
  bar: (onAir) => createElement(PhaseText, { phase: "live", state: onAir.state }),
  embed: (onAir) =>
    createElement(EmbedPlayer, {
      room: { state: roomOf(onAir), reactions: [] },
      name: "Pier",
      source: { href: "/room/pier", image: null } as never,
      idle: "No upcoming performances scheduled",
    }),
  dashboard: (onAir) =>
    createElement(HeadSet, {
      set: setOf(onAir),
      onAir: [],
      own: { mount: null, view: undefined, presence: "unknown" },
      profileOnConnect: true,
      onEnded: () => {},
    }),
  "live dashboard": (onAir, now) =>
    createElement(StandingBlock, {
      live,
      onAir,
      standing: "before",
      now,
      performerId: ada.id,
      isPerformer: true,
      standby: null,
    }),
  management: (onAir) => createElement(StageCard, { stage: { ...stageOf(onAir), waitingRequests: 0 } }),
  schedule: (onAir) =>
    createElement(BookingsTab, { bookings: { requests: [], sets: [setOf(onAir)] } } as never),
  "list of sets": (onAir) => createElement(SetRow, { set: setOf(onAir) }),
  calendar: (onAir) => createElement(SetBlock, { set: setOf(onAir), onChoose: () => {} }),
  "set details": (onAir) =>
    createElement(SetDetailsState, {
      set: setOf(onAir) as OwnSetView,
      standing: setOf(onAir).state?.isPastEnd ? "overrun" : "live",
      bookHref: "",
      focus: { current: null },
    }),
  "public API": (onAir) => {
    const stage = { ...stageOf(onAir), url: "", listenUrl: "" };
    return JSON.stringify(PublicStageView.shape.state.parse(stage.state));
  },
};

const labels = [
  "UP NEXT",
  "CUE",
  "STANDBY",
  "STARTING LATE",
  "LIVE",
  "SILENCE",
  "BACK IN A MOMENT",
  "OVER",
  "STILL CONNECTED",
];

/** The words that a listener, a performer and a manager read. `-`: the place has no label for it. */
const table: Record<Column, Record<keyof typeof places, string>> = {
  booked: row("UP NEXT", {
    home: "UP NEXT",
    // The time that is left.
    timetable: "-",
    bar: "LIVE",
    management: "-",
    schedule: "-",
    "list of sets": "-",
  }),
  // The timetable of Home opens a set a minute before its start.
  due: row("CUE", {
    landing: "UP NEXT",
    page: "UP NEXT",
    home: "UP NEXT",
    timetable: "LIVE",
    embed: "UP NEXT",
    bar: "LIVE",
  }),
  standby: row("STANDBY", {
    landing: "UP NEXT",
    page: "UP NEXT",
    home: "UP NEXT",
    timetable: "LIVE",
    embed: "UP NEXT",
    bar: "LIVE",
  }),
  late: row("STARTING LATE"),
  "on-air": row("LIVE"),
  silent: row("SILENCE"),
  dropped: row("BACK IN A MOMENT"),
  over: row("OVER", { ...ended(), schedule: "-", "list of sets": "-" }),
  "still-connected": row("OVER", { ...ended(), schedule: "-", "list of sets": "-" }),
  // The timetable is by the clock.
  overrun: row("LIVE", { timetable: "-" }),
};

function row(label: string, others: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.keys(places).map((place) => [place, others[place] ?? label]));
}

/** The set is no longer on the stage, and nothing else is booked. */
function ended(): Record<string, string> {
  return { page: "-", landing: "-", home: "-", timetable: "-", bar: "LIVE", embed: "-", management: "-" };
}

function textOf(content: ReactElement | string, now: number): string {
  if (typeof content === "string") return content;
  const page = createElement(ServerNow, { value: now }, createElement(MemoryRouter, null, content));
  // The product's own name is no state.
  return renderToStaticMarkup(page)
    .replace(/<[^>]*>/g, "|")
    .replaceAll("|Cue|", "|");
}

test.each(setStateNames.filter((name) => name !== "over" && name !== "still-connected"))(
  "the room computes %s, and sends it with what is on air and next",
  (name) => {
    const onAir = rooms[name].room();
    expect([onAir.state?.name, setOf(onAir).state?.name]).toEqual([name, name]);
  },
);

test.each(
  columns.flatMap((name) => Object.keys(places).map((place) => [name, place, table[name][place]] as const)),
)("a set that is %s: the %s says %s", (name, place, label) => {
  const { at, room } = rooms[name];
  const now = startTime + at * minuteMs;
  const onAir = room();
  const text = textOf(places[place]?.(onAir, now) ?? "", now);
  if (place === "public API") {
    const stated = name === "overrun" ? "on-air" : name;
    expect(text).toContain(onAir.state === null ? "null" : `"name":"${stated}"`);
    return;
  }
  const said = labels.filter((each) => new RegExp(`[|]${each}(?=[|:])`, "i").test(text));
  expect(said.length === 0 ? "-" : said[0]).toBe(label);
});

test("a calendar that was read before a set was heard does not call it late while it is LIVE", () => {
  const now = startTime + 10 * minuteMs;
  const state = { name: "on-air", since: now } as const;
  const block = createElement(SetBlock, { set: { ...set, state, heardAt: null }, onChoose: () => {} });
  const text = textOf(block, now);
  expect(text).toContain("|LIVE|");
  expect(text).not.toContain("Starting late");
});

test("a performer whose own next set follows is not told to disconnect", () => {
  const wordsWith = (currentDj: OnAirView["currentDj"]) => {
    const onAir = { ...roomAt(31), currentSet: { ...set, id: "next" }, currentDj };
    const about = {
      standing: "over",
      now: endTime + 10_000,
      performerId: ada.id,
      isPerformer: true,
      standby: { isOn: false, reason: "over", set: null, profileAt: endTime + 2 * minuteMs },
    } as const;
    return renderToStaticMarkup(
      createElement(MemoryRouter, null, createElement(StandingBlock, { live, onAir, ...about })),
    ).replace(/<[^>]*>/g, "");
  };
  expect(wordsWith(ada)).toContain("This set is over. Your next one is on air.");
  expect(wordsWith(ada)).not.toContain("Disconnect");
  expect(wordsWith({ ...ada, id: "bo", username: "Bo" })).toContain("Bo is on air now. Disconnect by");
});

test("a manager whose set was skipped has a way to the one that should be on", () => {
  const state = { name: "due", since: null } as const;
  const onAir = { ...roomAt(31), currentSet: null, nextSet: { ...set, id: "next", name: "Tides", state } };
  const about = {
    live,
    onAir,
    standing: "over",
    now: endTime + 10_000,
    performerId: ada.id,
    standby: null,
  } as const;
  const linksFor = (isManager: boolean) => {
    const block = createElement(StandingBlock, { ...about, isPerformer: false, isManager });
    return renderToStaticMarkup(createElement(MemoryRouter, null, block));
  };
  expect(linksFor(true)).toContain('href="/djs/live-dashboard/next"');
  expect(linksFor(false)).not.toContain("live-dashboard");
});
