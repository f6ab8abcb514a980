const seconds = 10;
const sampleRate = 8_000;

/**
 * A WAV of silence. Browsers treat a page as a player, with a lock screen, media keys and a car's buttons, only while
 * one of its elements plays something longer than five seconds; Web Audio alone does not count.
 */
export function silentSound(): Blob {
  const frames = seconds * sampleRate;
  const bytes = new Uint8Array(44 + frames);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string) => {
    for (let index = 0; index < word.length; index++) bytes[at + index] = word.charCodeAt(index);
  };
  text(0, "RIFF");
  view.setUint32(4, 36 + frames, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  // PCM, one channel, 8 bits: one byte per sample, and silence is 128.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, "data");
  view.setUint32(40, frames, true);
  bytes.fill(128, 44);
  return new Blob([bytes], { type: "audio/wav" });
}
