import { expect, it } from "vitest";
import { offAir } from "../domains/stages/contract.ts";
import type { PlaySource } from "./contract.ts";
import { describe } from "./lock-screen.ts";
import { silentSound } from "./silence.ts";

const source: PlaySource = {
  kind: "stage",
  id: "main",
  name: "Main",
  href: "/room/main",
  image: "/pictures/a/512.webp",
  onAir: { ...offAir, online: true, currentTitle: "Desfado", currentArtist: "Ana Moura" },
};
const currentDj = { id: "ada", _id: "ada", username: "Ada", profile: null };

it("a lock screen has title, artist, stage and picture of what is heard", () => {
  expect(describe(source)).toMatchObject({ title: "Desfado", artist: "Ana Moura", album: "Main" });
  expect(describe(source).artwork).toEqual([
    { src: "/pictures/a/512.webp", sizes: "512x512", type: "image/webp" },
  ]);
  expect(describe({ ...source, image: null }).artwork).toEqual([]);
});

it("a lock screen has the performer where no title is known, and the stage where nobody is", () => {
  expect(describe({ ...source, onAir: { ...offAir, currentDj } })).toMatchObject({
    title: "Ada",
    artist: "Ada",
  });
  expect(describe({ ...source, onAir: { ...offAir, currentTitle: "", currentArtist: "" } }).title).toBe(
    "Main",
  );
});

it("the silence that holds a lock screen is longer than the five seconds it takes, and silent", async () => {
  const bytes = new Uint8Array(await silentSound().arrayBuffer());
  const view = new DataView(bytes.buffer);
  expect(view.getUint32(40, true) / view.getUint32(24, true)).toBeGreaterThan(5);
  expect(new Set(bytes.subarray(44))).toEqual(new Set([128]));
});
