/** The namespace of podcasts in https://podcasting2.org/docs/podcast-namespace/tags/guid. */
const namespace = "ead4c236bf5858c6a2c6a6b28d128cb6";

/** The permanent id of a podcast (`podcast:guid`): a UUID of version 5 of its feed's address. */
export async function podcastGuid(feedUrl: string): Promise<string> {
  const name = feedUrl.replace(/^[a-z]+:\/\//, "").replace(/\/$/, "");
  const input = Buffer.concat([Buffer.from(namespace, "hex"), Buffer.from(name)]);
  const bytes = Buffer.from(await crypto.subtle.digest("SHA-1", input)).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
