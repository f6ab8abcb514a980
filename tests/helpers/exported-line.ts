import type { ExportedLine } from "#app/domains/air/tracklists/export/exported.ts";

/** A line without a name, of which nothing more is known. */
export const bareLine: ExportedLine = {
  id: "l1",
  order: 1,
  startsAt: 0,
  endsAt: null,
  artist: "",
  title: "",
  album: null,
  label: null,
  labelCode: null,
  catalogueNumber: null,
  isrc: null,
  composer: null,
  publisher: null,
  durationMs: null,
  sources: {},
  source: "encoder",
  confidence: "named",
  isOwn: false,
  isSample: false,
  listeners: null,
};
