import type { EncoderView } from "#app/domains/media/contract/encoder.ts";
import type { FaultCode } from "#app/domains/media/encoder-faults.ts";
import { encoderFaults } from "#app/domains/media/encoder-faults.ts";
import type { SetPhase } from "./set-phase.ts";

/** The alarm that is readable across the room: only the most serious one. */
export interface Alarm {
  title: string;
  text: string;
}

/** Faults with which nothing can be heard. */
const soundless: FaultCode[] = ["frozen", "silence", "unreadable"];

/**
 * Why listeners cannot hear this set although they should; null while everything is fine. `view` is of the
 * performer's own encoder (silence counts after 8 s), null for others. `now`: the server's time, epoch ms.
 */
export function alarmOf(standing: SetPhase, view: EncoderView | null, now: number): Alarm | null {
  if (standing === "onAir") {
    const fault =
      view === null ? undefined : encoderFaults(view, now).find(({ code }) => soundless.includes(code));
    return fault ? { title: fault.title, text: fault.advice } : null;
  }
  if (standing === "reconnecting") {
    return {
      title: "Connection dropped",
      text: "Your stream resumes automatically when the encoder reconnects.",
    };
  }
  if (standing === "missing") {
    const refusal =
      view === null ? undefined : encoderFaults(view, now).find(({ code }) => code === "password");
    if (refusal) return { title: refusal.title, text: refusal.advice };
    return {
      title: "Not on air",
      text: "Your set has started, but your encoder is not connected or is silent. Check it now.",
    };
  }
  return null;
}
