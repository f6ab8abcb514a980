/** Packets of a recording through the decoder of Chromium, which the player uses. */
import type { Page } from "@playwright/test";

/**
 * Returns one channel of these packets of 20 ms. `page` must be one of a secure address; nothing of it is used but the
 * decoder.
 */
export async function decodeInBrowser(page: Page, packets: readonly Uint8Array[]): Promise<Float32Array> {
  const texts = packets.map((packet) => Buffer.from(packet).toString("base64"));
  const decoded = await page.evaluate(async (encoded) => {
    const parts: Float32Array<ArrayBuffer>[] = [];
    let failure: unknown = null;
    const decoder = new AudioDecoder({
      output: (sound) => {
        const part = new Float32Array(sound.numberOfFrames);
        sound.copyTo(part, { planeIndex: 0, format: "f32-planar" });
        sound.close();
        parts.push(part);
      },
      error: (error) => {
        failure = error;
      },
    });
    decoder.configure({ codec: "opus", sampleRate: 48_000, numberOfChannels: 2 });
    for (const [index, text] of encoded.entries()) {
      const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      decoder.decode(new EncodedAudioChunk({ type: "key", timestamp: index * 20_000, data }));
    }
    await decoder.flush();
    decoder.close();
    if (failure !== null) throw failure;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return btoa(letters);
  }, texts);
  const bytes = new Uint8Array(Buffer.from(decoded, "base64"));
  return new Float32Array(bytes.buffer);
}
