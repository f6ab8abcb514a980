/** The calls about a performer's encoder: only audible sound counts as sound. */
import { expect, test } from "vitest";
import type { EncoderView, IcecastView } from "#app/domains/air/media/contract/encoder.ts";
import type { Act } from "#tests/helpers/evening.ts";
import { ada, beginEveningsInAHall, bob, evening, hall } from "#tests/helpers/evening-in-a-hall.ts";
import { answerOf, request } from "#tests/helpers/request.ts";

beginEveningsInAHall();

const viewOf = (act: Act) =>
  answerOf<EncoderView>(request("/api/media/encoder", { as: act, body: { mount: act.mount } }));
const encoderOf = async (act: Act) => (await viewOf(act)).encoder;
const checkOf = (act: Act) =>
  answerOf<IcecastView>(request("/api/sets/checkIcecast", { as: act, body: { mount: act.mount } }));

test("an encoder that sends silence is connected, but on no stage until it has sound", async () => {
  const set = await evening.book(hall, ada, 0, 30);
  await evening.connect(ada, { isSilent: true });
  for (const encoder of [await encoderOf(ada), await checkOf(ada)])
    expect(encoder).toMatchObject({ status: "connected", codec: "mp3", level: { rmsDb: -120 } });
  await evening.goTo(1);
  expect((await evening.onAir(hall)).online).toBe(false);

  await evening.play(ada);
  await evening.hears(hall, set);
  expect(await checkOf(ada)).toMatchObject({ status: "audioDetected" });

  await evening.goTo(1.5);
  await evening.fallSilent(ada);
  expect(await checkOf(ada)).toMatchObject({ status: "connected" });
  await evening.goTo(2);
  expect((await evening.hears(hall, set)).status).toBe("live");
});

test("a silent encoder at the start of its set does not interrupt the previous performer", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  await evening.book(hall, bob, 31, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  await evening.goTo(30.5);
  await evening.connect(bob, { isSilent: true });
  await evening.settle();
  expect((await evening.onAir(hall)).currentSet?.id).toBe(first);
});

const airOf = async (act: Act) => (await viewOf(act)).air;

test("the encoder view says whether the sound is on the profile, on standby, on air, overrunning or cut off", async () => {
  const first = await evening.book(hall, ada, 0, 30);
  const second = await evening.book(hall, bob, 30, 60);
  await evening.connect(ada);
  await evening.hears(hall, first);
  expect(await airOf(ada)).toMatchObject({ state: "onAir", stage: "Test stage", endTime: evening.at(30) });
  await evening.goTo(20);
  await evening.connect(bob);
  expect(await viewOf(bob)).toMatchObject({ standby: { isOn: true }, air: { state: "off" } });
  await answerOf(request("/api/media/standby", { as: bob, body: { isOn: false } }));
  await evening.isOnProfile(bob);
  expect(await airOf(bob)).toMatchObject({ state: "onAir", stage: null, endTime: null });
  await evening.fallSilent(bob);
  await evening.goTo(29);
  await evening.eventually(
    () => airOf(bob),
    (air) => air?.state === "standby",
  );
  await evening.goTo(30.5);
  expect(await airOf(ada)).toMatchObject({
    state: "onAir",
    endTime: evening.at(30),
    next: { username: bob.username, startTime: evening.at(30) },
  });
  expect(await airOf(bob)).toMatchObject({ state: "standby", current: ada.username });
  await evening.play(bob);
  await evening.hears(hall, second);
  expect(await airOf(ada)).toMatchObject({ state: "cut", current: bob.username });
  expect(await airOf(bob)).toMatchObject({ state: "onAir" });
});
