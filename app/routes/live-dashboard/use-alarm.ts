import { useCallback, useEffect, useRef, useState } from "react";
import { openTones } from "#app/domains/air/media/ui/tones.ts";

const everyMs = 1_200;

/** Plays a sound and vibrates, once it is turned on, for as long as something is wrong. Silent until then. */
export function useAlarm(isWrong: boolean) {
  const [isOn, setOn] = useState(false);
  const audio = useRef<ReturnType<typeof openTones> | null>(null);

  /** Call it in a press: a browser only then lets a page play sound. Returns the resulting state. */
  const turn = useCallback(async (wanted: boolean): Promise<boolean> => {
    try {
      if (wanted) {
        audio.current ??= openTones();
        await audio.current.ready();
        // Once, so that the performer knows the sound and that it is audible.
        audio.current.sound();
      }
      setOn(wanted);
      return true;
    } catch {
      return false;
    }
  }, []);

  useEffect(() => {
    if (!isOn || !isWrong) return;
    const ring = () => audio.current?.sound();
    ring();
    const timer = setInterval(ring, everyMs);
    return () => clearInterval(timer);
  }, [isOn, isWrong]);

  useEffect(() => () => audio.current?.close(), []);

  return { isOn, turn };
}
