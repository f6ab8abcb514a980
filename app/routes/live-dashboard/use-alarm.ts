import { useCallback, useEffect, useRef, useState } from "react";

const everyMs = 1_200;
/** Two tones that cut through music without hurting, Hz. */
const tones = [880, 660] as const;
const toneMs = 180;

/** Plays a sound and vibrates, once it is turned on, for as long as something is wrong. Silent until then. */
export function useAlarm(isWrong: boolean) {
  const [isOn, setOn] = useState(false);
  const audio = useRef<AudioContext | null>(null);

  /** Call it in a press: a browser only then lets a page play sound. Returns the resulting state. */
  const turn = useCallback(async (wanted: boolean): Promise<boolean> => {
    try {
      if (wanted) {
        audio.current ??= new AudioContext();
        await audio.current.resume();
        // Once, so that the performer knows the sound and that it is audible.
        sound(audio.current);
      }
      setOn(wanted);
      return true;
    } catch {
      return false;
    }
  }, []);

  useEffect(() => {
    if (!isOn || !isWrong) return;
    const ring = () => {
      if (audio.current) sound(audio.current);
      navigator.vibrate?.([toneMs, toneMs, toneMs]);
    };
    ring();
    const timer = setInterval(ring, everyMs);
    return () => clearInterval(timer);
  }, [isOn, isWrong]);

  useEffect(() => () => void audio.current?.close(), []);

  return { isOn, turn };
}

function sound(audio: AudioContext): void {
  for (const [index, frequency] of tones.entries()) {
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
}
