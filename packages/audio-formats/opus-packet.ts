/** The parts of Opus (RFC 6716, 7845) that decide whether a packet may be sent on without decoding. */

const silk = [480, 960, 1920, 2880];
const hybrid = [480, 960];
const celt = [120, 240, 480, 960];
/** Frame length in 48 kHz samples by the top five bits of a packet's first byte. */
const frameSamples = [silk, silk, silk, hybrid, hybrid, celt, celt, celt, celt].flat();

/** The duration of the sound in a packet, ms; undefined for bytes that are not an Opus packet. */
export function opusDurationMs(packet: Uint8Array): number | undefined {
  const first = packet[0];
  if (first === undefined) return undefined;
  const samples = frameSamples[first >> 3] ?? 0;
  const code = first & 3;
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 63 : 2;
  const total = samples * frames;
  return total === 0 || total > 5_760 ? undefined : total / 48;
}
