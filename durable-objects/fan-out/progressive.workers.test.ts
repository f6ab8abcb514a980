import { expect, test } from "vitest";
import { playerKey } from "../listener-key.ts";
import { Progressive } from "./progressive.ts";

const broadcaster = {
  title: () => "",
  name: () => "",
  isSoundExpected: () => true,
  isKnown: () => false,
  hears: () => {},
  left: () => {},
};

/** Opens a response, and returns how many of all that were opened so have ended. */
function listening() {
  const players = new Progressive(broadcaster);
  let ended = 0;
  const open = (key: string) => {
    const wish = { format: "mp3", hasIcy: false, isFollowing: false, key } as const;
    const reader = players.open(wish, Date.now()).getReader();
    void (async () => {
      while (!(await reader.read()).done);
      ended += 1;
    })();
  };
  const endedNow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return ended;
  };
  return { open, endedNow };
}

test("one network keeps at most 200 players, whatever their programs call themselves: the oldest give way", async () => {
  const { open, endedNow } = listening();
  for (let program = 0; program < 230; program++) open(playerKey("crowded", `program ${program}`));
  for (let program = 0; program < 50; program++) open(playerKey("elsewhere", `program ${program}`));
  expect(await endedNow()).toBe(30);
});

test("one program in one network has at most 100 of them", async () => {
  const { open, endedNow } = listening();
  for (let count = 0; count < 120; count++) open(playerKey("crowded", "radio"));
  expect(await endedNow()).toBe(20);
});
