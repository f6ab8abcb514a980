import * as z from "zod/mini";
import { StageView } from "./stages.ts";

/** A stage as other sites and software read it, without an account: the same for everyone. Times are epoch ms. */
export const PublicStageView = z.extend(
  z.pick(StageView, {
    id: true,
    name: true,
    genre: true,
    description: true,
    thumbnail: true,
    customUrl: true,
    instant: true,
    status: true,
    state: true,
    startTime: true,
    endTime: true,
    currentDj: true,
    currentSet: true,
    nextDj: true,
    nextSet: true,
    currentTitle: true,
    currentArtist: true,
    currentListeners: true,
    lastStreamedAt: true,
  }),
  {
    /** The address of its page. */
    url: z.string(),
    /** The address of its sound for any player, through handovers and pauses. */
    listenUrl: z.string(),
  },
);
export type PublicStageView = z.infer<typeof PublicStageView>;
