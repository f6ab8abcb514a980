import { expect, it } from "vitest";
import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomSource } from "./contract.ts";
import { describe } from "./lock-screen.ts";
import { silentSound } from "./silence.ts";

const photo = (width: number, id = "a") => `/pictures/${id.repeat(22)}/${width}.webp`;

const source: RoomSource = {
  kind: "stage",
  id: "main",
  name: "Main",
  href: "/room/main",
  image: photo(512),
  onAir: { ...offAir, online: true, currentTitle: "Desfado", currentArtist: "Ana Moura" },
};
const currentDj = { id: "ada", _id: "ada", username: "Ada", profile: null };

it("a lock screen shows the title, artist, stage and picture of the current sound", () => {
  expect(describe(source)).toMatchObject({ title: "Desfado", artist: "Ana Moura", album: "Main" });
  expect(describe(source).artwork).toEqual([
    { src: photo(512), sizes: "512x512", type: "image/webp" },
    { src: photo(128), sizes: "128x128", type: "image/webp" },
  ]);
});

it("a lock screen says why nothing is heard, and shows no title meanwhile", () => {
  const onAir = { ...source.onAir, currentDj, state: { name: "silent" as const, since: 0 } };
  expect(describe({ ...source, onAir })).toMatchObject({ title: "Silence", artist: "Ada", album: "Main" });
});

it("a lock screen shows the picture of the performer, the stage or the app", () => {
  const artworkOf = (change: Partial<RoomSource>) => describe({ ...source, ...change }).artwork;
  const next = { ...currentDj, profile: photo(512, "b") };
  const onAir = { ...source.onAir, currentDj: next };
  expect(artworkOf({ onAir })?.map(({ src }) => src)).toEqual([photo(512, "b"), photo(128, "b")]);
  expect(artworkOf({ image: photo(1200) })?.map(({ sizes }) => sizes)).toEqual(["1200x675", "480x270"]);
  expect(artworkOf({ image: "https://elsewhere.example/cover" })).toEqual([
    { src: "https://elsewhere.example/cover" },
  ]);
  expect(artworkOf({ image: null })?.map(({ src }) => src)).toEqual(["/icons/192.png", "/icons/512.png"]);
});

it("a lock screen shows the performer without a known title, and the stage without a performer", () => {
  expect(describe({ ...source, onAir: { ...offAir, currentDj } })).toMatchObject({
    title: "Ada",
    artist: "Ada",
  });
  expect(describe({ ...source, onAir: { ...offAir, currentTitle: "", currentArtist: "" } }).title).toBe(
    "Main",
  );
});

it("the silent clip that holds a lock screen is longer than the required five seconds", async () => {
  const bytes = new Uint8Array(await silentSound().arrayBuffer());
  const view = new DataView(bytes.buffer);
  expect(view.getUint32(40, true) / view.getUint32(24, true)).toBeGreaterThan(5);
  expect(new Set(bytes.subarray(44))).toEqual(new Set([128]));
});
