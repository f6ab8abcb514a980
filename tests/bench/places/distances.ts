/**
 * Network times between places of the world: round trips in ms at the 95th percentile over 30 days to 30 July 2026,
 * as Microsoft measured them between data centers of Azure ("Azure network round-trip latency statistics",
 * https://learn.microsoft.com/azure/networking/azure-network-latency). From row to column, in the order of `sites`; 2 ms
 * within a place are assumed. Cloudflare publishes no such table.
 */
const roundTrips: readonly (readonly number[])[] = [
  [2, 26, 72, 42, 171, 151, 144, 138, 167, 169, 172, 110, 224, 142, 155, 279, 249, 187], // West US
  [25, 2, 76, 41, 179, 147, 144, 142, 167, 165, 165, 102, 218, 179, 145, 284, 255, 186], // West US 2
  [74, 75, 2, 35, 119, 89, 80, 83, 104, 110, 229, 165, 214, 207, 198, 226, 190, 126], // East US
  [41, 41, 35, 2, 154, 118, 117, 110, 134, 142, 201, 141, 247, 178, 174, 253, 212, 150], // Central US
  [170, 179, 121, 155, 2, 191, 184, 184, 211, 209, 337, 265, 320, 298, 311, 327, 293, 228], // Brazil South
  [153, 153, 91, 114, 189, 2, 13, 29, 28, 31, 182, 240, 153, 282, 275, 171, 123, 66], // West Europe
  [144, 145, 80, 112, 183, 12, 2, 26, 34, 36, 183, 235, 151, 277, 281, 169, 122, 70], // UK South
  [143, 144, 84, 110, 185, 30, 27, 2, 50, 57, 227, 238, 148, 272, 275, 152, 117, 59], // Spain Central
  [168, 171, 112, 134, 212, 28, 34, 50, 2, 30, 201, 258, 169, 300, 298, 199, 139, 61], // Poland Central
  [168, 165, 108, 142, 204, 31, 34, 54, 28, 2, 206, 258, 174, 303, 300, 200, 148, 88], // Sweden Central
  [171, 165, 229, 201, 337, 181, 183, 228, 202, 256, 2, 74, 58, 98, 123, 190, 90, 182], // Southeast Asia
  [109, 103, 165, 139, 275, 242, 237, 227, 260, 260, 74, 2, 129, 105, 130, 254, 155, 250], // Japan East
  [224, 218, 218, 245, 320, 153, 150, 149, 169, 179, 59, 129, 2, 152, 178, 134, 35, 158], // Central India
  [141, 180, 206, 178, 298, 282, 277, 265, 300, 307, 98, 105, 151, 2, 31, 347, 179, 273], // Australia East
  [145, 140, 200, 172, 309, 273, 276, 283, 294, 300, 126, 131, 180, 30, 2, 335, 206, 304], // New Zealand North
  [278, 285, 225, 251, 326, 171, 169, 149, 198, 196, 211, 255, 134, 348, 340, 2, 104, 212], // South Africa North
  [257, 256, 191, 212, 288, 124, 122, 118, 138, 149, 87, 155, 34, 182, 206, 105, 2, 126], // UAE North
  [186, 185, 126, 151, 228, 66, 69, 59, 61, 84, 181, 250, 157, 272, 296, 215, 143, 2], // Israel Central
];

export interface Site {
  name: string;
  /** A code of the edge. */
  continent: string;
  /** Degrees east. */
  longitude: string;
}

export const sites: readonly Site[] = [
  { name: "California", continent: "NA", longitude: "-121.9" },
  { name: "Washington", continent: "NA", longitude: "-119.9" },
  { name: "Virginia", continent: "NA", longitude: "-78.4" },
  { name: "Iowa", continent: "NA", longitude: "-93.6" },
  { name: "São Paulo", continent: "SA", longitude: "-46.6" },
  { name: "Netherlands", continent: "EU", longitude: "4.9" },
  { name: "London", continent: "EU", longitude: "-0.8" },
  { name: "Madrid", continent: "EU", longitude: "-3.7" },
  { name: "Warsaw", continent: "EU", longitude: "21.0" },
  { name: "Sweden", continent: "EU", longitude: "17.1" },
  { name: "Singapore", continent: "AS", longitude: "103.8" },
  { name: "Tokyo", continent: "AS", longitude: "139.8" },
  { name: "Pune", continent: "AS", longitude: "73.9" },
  { name: "Sydney", continent: "OC", longitude: "151.2" },
  { name: "Auckland", continent: "OC", longitude: "174.8" },
  { name: "Johannesburg", continent: "AF", longitude: "28.2" },
  { name: "Dubai", continent: "AS", longitude: "55.3" },
  { name: "Tel Aviv", continent: "AS", longitude: "34.8" },
];

/** One way, in ms: half of the round trip. */
export function distance(from: Site, to: Site): number {
  const ms = roundTrips[sites.indexOf(from)]?.[sites.indexOf(to)];
  if (ms === undefined) throw new Error(`no distance from ${from.name} to ${to.name}`);
  return ms / 2;
}
