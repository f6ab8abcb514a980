import { expect, test } from "vitest";
import { type Objects, profileRoom, relayShard, roomAt, stageRoom, wallet } from "./stubs.ts";

/** Namespaces that return how an object was asked for. */
function objects(settings: Pick<Objects, "CUE_MODE" | "CUE_JURISDICTION">): Objects {
  const namespace = (of: string, jurisdiction?: string): unknown => ({
    getByName: (name: string, options?: object) => ({
      of,
      name,
      ...(jurisdiction && { jurisdiction }),
      ...options,
    }),
    jurisdiction: (within: string) => namespace(of, within),
  });
  const bindings = { STAGE_ROOM: namespace("stage"), PROFILE_ROOM: namespace("profile") };
  return {
    ...bindings,
    RELAY: namespace("relay"),
    WALLET: namespace("wallet"),
    ...settings,
  } as unknown as Objects;
}

const anywhere = objects({ CUE_MODE: "production" });
const inEurope = objects({ CUE_MODE: "production", CUE_JURISDICTION: "eu" });

test("a room is made near whoever makes it, and others only find it", () => {
  expect(stageRoom(anywhere, "s", "apac")).toEqual({ of: "stage", name: "s", locationHint: "apac" });
  expect(profileRoom(anywhere, "p", "sam")).toEqual({ of: "profile", name: "p", locationHint: "sam" });
  expect(roomAt(anywhere, "stage/s")).toEqual({ of: "stage", name: "s" });
  expect(roomAt(anywhere, "profile/p/weur/2" as "profile/p")).toEqual({ of: "profile", name: "p" });
});

test("a shard is made near its listeners, and one of the last release keeps its name", () => {
  expect(relayShard(anywhere, "stage/s", "weur/0")).toEqual({
    of: "relay",
    name: "stage/s/weur/0",
    locationHint: "weur",
  });
  expect(relayShard(anywhere, "stage/s", 3)).toEqual({ of: "relay", name: "stage/s/3" });
});

test("a copy in the EU has all its objects there, also those near someone elsewhere", () => {
  expect(wallet(inEurope, "w")).toEqual({ of: "wallet", name: "w", jurisdiction: "eu" });
  expect(stageRoom(inEurope, "s", "eeur")).toEqual({
    of: "stage",
    name: "s",
    jurisdiction: "eu",
    locationHint: "eeur",
  });
  expect(stageRoom(inEurope, "s", "oc")).toEqual({ of: "stage", name: "s", jurisdiction: "eu" });
});

test("a jurisdiction is ignored by a local copy, and an unknown one is refused", () => {
  const local = objects({ CUE_MODE: "local", CUE_JURISDICTION: "eu" });
  expect(wallet(local, "w")).toEqual({ of: "wallet", name: "w" });
  const wrong = objects({ CUE_MODE: "production", CUE_JURISDICTION: "EU" });
  expect(() => wallet(wrong, "w")).toThrow('CUE_JURISDICTION is "eu" or missing, not "EU".');
  const empty = objects({ CUE_MODE: "production", CUE_JURISDICTION: "" });
  expect(wallet(empty, "w")).toEqual({ of: "wallet", name: "w" });
});
