import type { EncoderView } from "#app/domains/air/media/contract/encoder.ts";
import type { FaultCode } from "#app/domains/air/media/encoder-faults.ts";
import { encoderFaults } from "#app/domains/air/media/encoder-faults.ts";
import type { SetPhase } from "./set-phase.ts";

/** The alarm that is readable across the room: only the most serious one. */
export interface Alarm {
  title: string;
  text: string;
}

/** Faults with which nothing can be heard. */
const soundless: FaultCode[] = ["frozen", "silence", "unreadable"];

/**
 * Returns why listeners cannot hear this set although they should; null while everything is fine. `view` is of the
 * performer's own encoder (silence counts after 8 s), null for others. `performer`: their name for the managers of the
 * stage, null where the viewer is the performer. `now`: the server's time, epoch ms.
 */
export function alarmOf(
  standing: SetPhase,
  { view, performer }: { view: EncoderView | null; performer: string | null },
  now: number,
): Alarm | null {
  if (standing === "onAir") {
    const fault =
      view === null ? undefined : encoderFaults(view, now).find(({ code }) => soundless.includes(code));
    return fault ? { title: fault.title, text: fault.advice } : null;
  }
  if (standing === "reconnecting") {
    return {
      title: "Connection dropped",
      text:
        performer === null
          ? "Your stream resumes automatically when the encoder reconnects."
          : `The stream resumes automatically when ${performer} reconnects.`,
    };
  }
  if (standing === "missing") {
    const refusal =
      view === null ? undefined : encoderFaults(view, now).find(({ code }) => code === "password");
    if (refusal) return { title: refusal.title, text: refusal.advice };
    return {
      title: "Not on air",
      text:
        performer === null
          ? "Your set has started, but your encoder is not connected or is silent. Check it now."
          : `The set has started, but ${performer} is not connected or is silent.`,
    };
  }
  return null;
}
