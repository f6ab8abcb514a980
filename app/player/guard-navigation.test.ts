import { afterEach, expect, test, vi } from "vitest";
import { guardNavigation } from "./guard-navigation.ts";
import type { Player } from "./store.ts";

vi.mock("../ui/toast.tsx", () => ({ showToast }));
const showToast = vi.hoisted(() => vi.fn<(type: string, message: string) => void>());

afterEach(() => {
  vi.unstubAllGlobals();
  showToast.mockClear();
});

interface World {
  status?: string;
  connection?: string;
  isOnline?: boolean;
  /** Whether the server responds to a ping. */
  isThere?: boolean;
}

/** Whether React Router may navigate; a toast is shown if it may not. */
async function goTo(to: string | number, world: World): Promise<"went" | "stayed"> {
  const { status = "playing", connection = "offline", isOnline = true, isThere = false } = world;
  vi.stubGlobal("location", new URL("https://cue.example/room/hall"));
  vi.stubGlobal("navigator", { onLine: isOnline });
  vi.stubGlobal("fetch", async () => {
    if (!isThere) throw new TypeError("Failed to fetch");
    return new Response();
  });
  const player = { getState: () => ({ status }), room: { getView: () => ({ connection }) } };
  const stays = new Promise<"stayed">((done) => showToast.mockImplementation(() => done("stayed")));
  let went = Promise.resolve();
  guardNavigation(player as unknown as Player).router?.({
    instrument({ navigate }) {
      const byItself = () => Promise.reject(new Error("The router goes by itself."));
      went = navigate?.(byItself, { to, currentUrl: "/room/hall" }) ?? went;
    },
  });
  return Promise.race([stays, went.then(() => "went" as const)]);
}

test.each<[what: string, to: string | number, world: World]>([
  ["of whoever listens while nothing answers", "/stats", {}],
  ["where the browser knows that it is offline", "/stats", { connection: "open", isOnline: false }],
  ["while the sound is waited for", "/stats", { status: "loading" }],
])("navigation is prevented %s", async (_, to, world) => {
  expect(await goTo(to, world)).toBe("stayed");
});

test.each<[what: string, to: string | number, world: World]>([
  ["while the room is connected", "/stats", { connection: "open" }],
  ["where only the room is away", "/stats", { isThere: true }],
  ["for whoever does not listen", "/stats", { status: "init" }],
  ["on the same page", "?tab=lineup", {}],
  ["back to what was loaded", -1, {}],
])("navigation is allowed %s", async (_, to, world) => {
  expect(await goTo(to, world)).toBe("went");
});
