/** Two tones that cut through music without hurting, Hz. */
const frequencies = [880, 660] as const;
export const toneMs = 180;

/** The sound of an alarm. Open it in a press where it has to be heard: a browser only then lets a page play sound. */
export function openTones() {
  const audio = new AudioContext();
  return {
    /** Resolves once it can be heard. */
    ready: () => audio.resume(),
    sound: () => {
      for (const [index, frequency] of frequencies.entries()) {
        const oscillator = audio.createOscillator();
        const gain = audio.createGain();
        const at = audio.currentTime + (index * toneMs) / 1_000;
        oscillator.frequency.value = frequency;
        gain.gain.setValueAtTime(0.25, at);
        gain.gain.exponentialRampToValueAtTime(0.001, at + toneMs / 1_000);
        oscillator.connect(gain).connect(audio.destination);
        oscillator.start(at);
        oscillator.stop(at + toneMs / 1_000);
      }
      navigator.vibrate?.([toneMs, toneMs, toneMs]);
    },
    close: () => void audio.close(),
  };
}
