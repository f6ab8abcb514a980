/** The peaks of sound as the agent sends them. */
import { encodePeaks } from "#packages/fingerprint/peak-format.ts";
import { extractPeaks } from "#packages/fingerprint/peak-stream.ts";
import { framesPerSecond, sampleRate } from "#packages/fingerprint/scale.ts";
import { cut, type SoundPiece } from "#packages/fingerprint/sound-pieces.ts";

/** Pieces of sound of 8 kHz that was heard from `at` on (epoch ms). */
export function soundPieces(sound: Float32Array, at: number, pieceSeconds = 60): SoundPiece[] {
  const peaks = extractPeaks(sound);
  const seconds = sound.length / sampleRate;
  return Array.from({ length: Math.ceil(seconds / pieceSeconds) }, (_, piece) => {
    const from = piece * pieceSeconds;
    const frames = Math.floor(Math.min(pieceSeconds, seconds - from) * framesPerSecond);
    const found = cut(peaks, from * framesPerSecond, frames);
    return { from: at + from * 1_000, peaks: encodePeaks({ frames, peaks: found }) };
  });
}
