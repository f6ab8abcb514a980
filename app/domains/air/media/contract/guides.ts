import * as z from "zod/mini";

/** The encoder software with a ready-made configuration. */
export const EncoderProgram = z.enum(["traktor", "virtualdj", "mixxx", "butt", "liquidsoap"]);
export type EncoderProgram = z.infer<typeof EncoderProgram>;

export const EncoderFileInput = z.object({ program: EncoderProgram });
export type EncoderFileInput = z.infer<typeof EncoderFileInput>;

/** Facts about the reader of a setup guide, signed in or not. Part of the page, so never a secret. */
export interface GuideView {
  isSignedIn: boolean;
  hasPassedTest: boolean;
  performerType: "dj" | "musician" | null;
  /** Address and port that an encoder connects to. */
  ingest: { address: string; port: number };
}
