import type { EncoderProgram } from "#app/domains/air/media/contract/guides.ts";

export interface Guide {
  program: EncoderProgram;
  path: `/djs/${string}`;
  name: string;
  /** Shown in the list of guides at the top of each. */
  shortName: string;
  /** Description of what it sends, for a performer who chooses between them. */
  about: string;
}

/** The setup guides, in the order in which they are offered. */
export const guides = [
  {
    program: "traktor",
    path: "/djs/traktor",
    name: "Traktor",
    shortName: "Traktor",
    about: "Pro 3 and 4. Broadcasts directly, in Ogg Vorbis.",
  },
  {
    program: "virtualdj",
    path: "/djs/virtualdj",
    name: "VirtualDJ",
    shortName: "VirtualDJ",
    about: "Broadcasts directly with a Pro license.",
  },
  {
    program: "mixxx",
    path: "/djs/mixxx",
    name: "Mixxx",
    shortName: "Mixxx",
    about: "Free. Broadcasts directly, in MP3, Ogg Vorbis, Opus or AAC.",
  },
  {
    program: "butt",
    path: "/djs/butt",
    name: "All other software and hardware",
    shortName: "All others",
    about: "Rekordbox, Serato, Ableton, decks, mixers, instruments: BUTT takes any sound input.",
  },
] as const satisfies Guide[];
