import { expect, test } from "vitest";
import { coverPath, cropSize, pictureAt, picturePath, planSizes, readPicturePath } from "./rules.ts";

test("a picture is cropped to the largest part with the ratio of its kind", () => {
  expect(cropSize({ width: 4000, height: 3000 }, 1)).toEqual({ width: 3000, height: 3000 });
  expect(cropSize({ width: 900, height: 1600 }, 3)).toEqual({ width: 900, height: 300 });
  expect(cropSize({ width: 10_000, height: 1 }, 16 / 9)).toEqual({ width: 2, height: 1 });
});

test("a picture is only enlarged to the smallest size", () => {
  const widths = (width: number, height: number) =>
    planSizes("profile", { width, height }).map((size) => [size.name, size.width, size.height]);
  expect(widths(3000, 2000)).toEqual([
    [512, 512, 512],
    [128, 128, 128],
  ]);
  expect(widths(300, 400)).toEqual([
    [512, 300, 300],
    [128, 128, 128],
  ]);
  expect(widths(1, 1)).toEqual([
    [512, 128, 128],
    [128, 128, 128],
  ]);
  expect(planSizes("banner", { width: 2000, height: 2000 }).map(({ height }) => height)).toEqual([533, 267]);
  expect(planSizes("upload", { width: 30, height: 40 })).toEqual([{ name: 1200, width: 30, height: 30 }]);
});

const id = "AAAAAAAAAAAAAAAAAAAAA_";

test("only paths of pictures are recognized", () => {
  expect(readPicturePath(picturePath(id, 512))).toEqual({ id, width: 512 });
  for (const path of [
    "",
    "/pictures",
    `/pictures/${id}/513.webp`,
    `/pictures/${id}/0512.webp`,
    `/pictures/${id}/512.webp/`,
    `/pictures/${id}/512.png`,
    `/pictures/../512.webp`,
    `/pictures/${id.slice(1)}/512.webp`,
    `https://evil.example/pictures/${id}/512.webp`,
  ])
    expect(readPicturePath(path)).toBeUndefined();
});

test("the width in a picture path can be changed, and other paths stay unchanged", () => {
  expect(pictureAt(picturePath(id, 512), 128)).toBe(picturePath(id, 128));
  expect(pictureAt("/badges/gold.svg", 128)).toBe("/badges/gold.svg");
  expect(pictureAt(null, 128)).toBeNull();
});

test("podcast apps get a JPEG of each picture, and the product's own where there is none", () => {
  expect(coverPath(picturePath(id, 512))).toBe(`/pictures/${id}/cover.jpg`);
  for (const none of [null, "", "https://evil.example/x.webp"])
    expect(coverPath(none)).toBe("/icons/cover-1400.png");
});
