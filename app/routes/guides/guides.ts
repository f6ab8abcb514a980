import type { EncoderProgram } from "#app/domains/media/contract/guides.ts";

export interface Guide {
  program: EncoderProgram;
  path: `/djs/${string}`;
  name: string;
  /** What it sends, for whoever chooses between them. */
  about: string;
}

/** The setup guides, in the order in which they are offered. */
export const guides = [
  {
    program: "traktor",
    path: "/djs/traktor",
    name: "Traktor",
    about: "Pro 3 and 4. Broadcasts by itself, in Ogg Vorbis.",
  },
  {
    program: "virtualdj",
    path: "/djs/virtualdj",
    name: "VirtualDJ",
    about: "Broadcasts by itself with a Pro licence.",
  },
  {
    program: "mixxx",
    path: "/djs/mixxx",
    name: "Mixxx",
    about: "Free. Broadcasts by itself, in MP3, Ogg Vorbis, Opus or AAC.",
  },
  {
    program: "butt",
    path: "/djs/butt",
    name: "All other software and hardware",
    about: "Rekordbox, Serato, Ableton, decks, mixers, instruments: BUTT takes any sound input.",
  },
] as const satisfies Guide[];
