import { expect, test } from "vitest";
import { regionOf } from "./regions.ts";

test.each([
  ["Los Angeles", "NA", "-118.24", "wnam"],
  ["Honolulu", "NA", "-157.86", "wnam"],
  ["New York", "NA", "-74.01", "enam"],
  ["Mexico City", "NA", "-99.13", "enam"],
  ["North America without a longitude", "NA", undefined, "enam"],
  ["São Paulo", "SA", "-46.63", "sam"],
  ["London", "EU", "-0.13", "weur"],
  ["Berlin", "EU", "13.40", "weur"],
  ["Warsaw", "EU", "21.01", "eeur"],
  ["Kyiv", "EU", "30.52", "eeur"],
  ["Novosibirsk", "EU", "82.92", "apac"],
  ["Europe without a longitude", "EU", "", "weur"],
  ["Istanbul, Asian side", "AS", "29.02", "eeur"],
  ["Tel Aviv", "AS", "34.78", "eeur"],
  ["Dubai", "AS", "55.27", "me"],
  ["Karachi", "AS", "67.01", "apac"],
  ["Tokyo", "AS", "139.69", "apac"],
  ["Asia without a longitude", "AS", undefined, "apac"],
  ["Sydney", "OC", "151.21", "oc"],
  ["Lagos", "AF", "3.38", "afr"],
  ["Antarctica", "AN", "0.00", null],
  ["an anonymous network", undefined, undefined, null],
  ["an unknown continent", "XX", "10.00", null],
  ["a longitude that is none", "EU", "east", "weur"],
])("%s is in its region", (_, continent, longitude, region) => {
  expect(regionOf({ continent, longitude })).toBe(region);
});
