/** `PUT /v1/me/player/play` on the device of the simulated player. */
export interface Device {
  /** Number of times it was asked to play, with this request. */
  asked: number;
}

const fault = (status: number, message: string, reason?: string) =>
  Response.json({ error: { status, message, ...(reason && { reason }) } }, { status });

/** A new device is not known everywhere yet: its first request fails. */
export function playOn(device: Device | undefined, body: unknown): Response {
  if (device === undefined) return fault(404, "Device not found");
  if (device.asked === 1)
    return fault(404, "Player command failed: No active device found", "NO_ACTIVE_DEVICE");
  const { uris } = (body ?? {}) as { uris?: unknown };
  const isTrack = (uri: unknown) => typeof uri === "string" && /^spotify:track:[A-Za-z0-9]{1,40}$/.test(uri);
  if (!Array.isArray(uris) || uris.length === 0 || !uris.every(isTrack))
    return fault(400, "Invalid track uri");
  return new Response(null, { status: 204 });
}
