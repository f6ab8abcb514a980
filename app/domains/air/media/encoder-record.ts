import type { EncoderReport } from "./contract/control.ts";
import type { Quality, SourceFaultCode } from "./contract/quality.ts";

type Reported = Pick<EncoderReport, "firstAudioAt" | "codec" | "title" | "level" | "silentSince" | "heard">;

/** The gateway's record of the encoder on one mount: what the agent has reported, also after it disconnected. */
export interface EncoderRecord extends Reported {
  /** `unknown`: no message from the agent for 15 s. `down` keeps the last connection's facts. */
  state: "up" | "unknown" | "down";
  /** The present connection, or the last one while the encoder is down. */
  connection: EncoderReport["connection"] | null;
  connectedAt: EncoderReport["connectedAt"] | null;
  disconnectedAt: number | null;
  /** A title that came before its connection, as some encoders send it. */
  earlyTitle: EncoderReport["title"];
  quality: Quality | null;
  /** The last connection had stopped sending before it ended. */
  isFrozenEnd: boolean;
  /** The agent's reason for ending the last connection, where it did. */
  endFault: SourceFaultCode | null;
  /** Time when a source with a wrong password was last refused since then; null once an encoder is connected. */
  refusedAt: number | null;
}
