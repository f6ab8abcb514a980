import * as z from "zod/mini";

/** The programs that there is a ready-made configuration for. */
export const EncoderProgram = z.enum(["traktor", "virtualdj", "mixxx", "butt", "liquidsoap"]);
export type EncoderProgram = z.infer<typeof EncoderProgram>;

export const EncoderFileInput = z.object({ program: EncoderProgram });
export type EncoderFileInput = z.infer<typeof EncoderFileInput>;

/** What a setup guide knows of who reads it, signed in or not. Part of the page, so never a secret. */
export interface GuideView {
  isSignedIn: boolean;
  hasPassedTest: boolean;
  performerType: "dj" | "musician" | null;
  /** Where an encoder connects. */
  ingest: { address: string; port: number };
}
