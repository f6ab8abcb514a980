import * as z from "zod/mini";

/** The encoder software with a ready-made configuration. */
export const EncoderProgram = z.enum(["traktor", "virtualdj", "mixxx", "butt", "liquidsoap"]);
export type EncoderProgram = z.infer<typeof EncoderProgram>;

export const EncoderFileInput = z.object({ program: EncoderProgram });
export type EncoderFileInput = z.infer<typeof EncoderFileInput>;

/** What a setup guide knows about its reader, signed in or not. Part of the page, so never a secret. */
export interface GuideView {
  isSignedIn: boolean;
  hasPassedTest: boolean;
  performerType: "dj" | "musician" | null;
  /** Where an encoder connects. */
  ingest: { address: string; port: number };
}
