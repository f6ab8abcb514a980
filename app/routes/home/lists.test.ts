import { describe, expect, it } from "vitest";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { offAir, type StageView } from "#app/domains/air/stages/contract/stages.ts";
import type { LobbyEntry } from "#app/domains/air/stages/lobby-protocol.ts";
import { applyLobbyEvent, mergeStages, mergeUpcoming, newStages } from "./lists.ts";

const person = (id: string) => ({ id, _id: id, username: `name of ${id}`, profile: null });

const set = (id: string, room: string, startTime: number): SetView => ({
  id,
  _id: id,
  name: id,
  description: "",
  url: "",
  startTime,
  endTime: startTime + 100,
  room: { id: room, name: room },
  user: person("dj"),
  peakListeners: 0,
  totalFavorites: 0,
  totalCheers: 0,
  totalTips: null,
  replay: null,
});

const stage = (id: string, onAir: Partial<StageView> = {}): StageView => ({
  ...offAir,
  id,
  _id: id,
  name: id,
  genre: "",
  description: "",
  thumbnail: null,
  customUrl: null,
  instant: false,
  instantPublic: null,
  weekly: false,
  autoApprove: false,
  membersOnly: false,
  keepsReplays: true,
  lastStreamedAt: null,
  archivedAt: null,
  subscribed: false,
  alert: false,
  listenCount: 0,
  subscriberCount: 0,
  favoriteCount: 0,
  cheerCount: 0,
  setCount: 0,
  ...onAir,
});

const entry = (
  kind: LobbyEntry["kind"],
  id: string,
  onAir: Partial<LobbyEntry["onAir"]> = {},
): LobbyEntry => ({
  kind,
  id,
  onAir: { ...offAir, status: "live", online: true, currentDj: person("dj"), ...onAir },
});

const told = (...entries: LobbyEntry[]) =>
  applyLobbyEvent(null, { event: "snapshot", data: entries, seq: 1, at: 0 });

describe("the list of stages", () => {
  it("stays as rendered until the lobby is connected", () => {
    const rendered = [stage("b"), stage("a")];
    expect(mergeStages(rendered, [], null, 0)).toBe(rendered);
  });

  it("moves a stage to the front when it goes live", () => {
    const merged = mergeStages([stage("a"), stage("b")], [], told(entry("stage", "b")), 0);
    expect(merged.map((view) => [view.id, view.online])).toEqual([
      ["b", true],
      ["a", false],
    ]);
  });

  it("shows the next set of a stage that is on air on the page but not in the lobby", () => {
    const rendered = [stage("a", { status: "live", online: true })];
    const [merged] = mergeStages(rendered, [set("past", "a", 5), set("next", "a", 150)], told(), 110);
    expect(merged).toMatchObject({ online: false, status: "offline", nextSet: { id: "next" } });
  });

  it("shows a late performer as next, and keeps a distant set from the page", () => {
    const rendered = [
      stage("late", { status: "live", online: true }),
      stage("far", { status: "live", online: true, nextSet: set("much later", "far", 9_000) }),
      stage("over", { status: "live", online: true, nextSet: set("was next", "over", 0) }),
    ];
    const upcoming = [set("began", "late", 950), set("after", "late", 1_050)];
    const next = Object.fromEntries(
      mergeStages(rendered, upcoming, told(), 1_000).map((view) => [view.id, view.nextSet?.id]),
    );
    expect(next).toEqual({ late: "began", far: "much later", over: undefined });
  });

  it("shows when a stage was last on air according to the lobby", () => {
    const live = told(entry("stage", "a"));
    const data = { kind: "stage" as const, id: "a", onAir: offAir, lastStreamedAt: 77 };
    const over = applyLobbyEvent(live, { event: "room changed", data, seq: 2, at: 80 });
    const rendered = [stage("a", { online: true, lastStreamedAt: 5 }), stage("b", { lastStreamedAt: 6 })];
    expect(mergeStages(rendered, [], over, 90).map(({ id, lastStreamedAt }) => [id, lastStreamedAt])).toEqual(
      [
        ["a", 77],
        ["b", 6],
      ],
    );
  });

  it("loads new stages that are on air, but no profiles or offline stages", () => {
    const off = { ...entry("stage", "off"), onAir: offAir };
    const live = told(entry("stage", "a"), entry("stage", "new"), entry("profile", "dj"), off);
    expect(newStages([stage("a")], live)).toEqual(["new"]);
    expect(newStages([stage("a")], null)).toEqual([]);
  });

  it("changes only the count when listeners join and leave", () => {
    const live = told(entry("stage", "a", { currentTitle: "Song" }));
    const data = [{ kind: "stage" as const, id: "a", currentListeners: 7 }];
    const [merged] = mergeStages(
      [stage("a")],
      [],
      applyLobbyEvent(live, { event: "listeners", data, seq: 2, at: 0 }),
      0,
    );
    expect(merged).toMatchObject({ currentListeners: 7, currentTitle: "Song" });
  });
});

describe("the strip of sets", () => {
  it("starts with performers who are live on their profile until they stop", () => {
    const booked = [set("one", "a", 50)];
    const live = told(entry("profile", "dj"));
    expect(mergeUpcoming(booked, live).map(({ id }) => id)).toEqual(["profile-dj", "one"]);
    const data = { ...entry("profile", "dj"), onAir: offAir };
    const over = applyLobbyEvent(live, { event: "room changed", data, seq: 2, at: 0 });
    expect(mergeUpcoming(mergeUpcoming(booked, live), over).map(({ id }) => id)).toEqual(["one"]);
  });
});
