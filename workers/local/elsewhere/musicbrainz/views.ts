/** The JSON of MusicBrainz: fields are null or missing as there. */
import type { KeptArtist } from "./artists.ts";
import type { KeptRecording, KeptRelease } from "./catalogue.ts";

const creditOf = ({ artists, artistIds }: KeptRecording) =>
  artists.map((name, index) => ({
    name,
    joinphrase: index < artists.length - 1 ? " & " : "",
    artist: { id: artistIds[index], name, "sort-name": name },
  }));

export const toFound = (recording: KeptRecording) => ({
  id: recording.id,
  title: recording.title,
  length: recording.lengthMs,
  video: recording.video,
  disambiguation: recording.disambiguation,
  "artist-credit": creditOf(recording),
});

/** Returns a recording as searches have it. */
export const toSearched = (recording: KeptRecording) => ({
  ...toFound(recording),
  score: 100,
  video: recording.video ? true : null,
  releases: recording.releases.map(({ id, title, status }) => ({ id, title, status })),
});

export const toRecording = (recording: KeptRecording) => ({
  ...toFound(recording),
  "first-release-date": recording.releases[0]?.date ?? "",
  isrcs: recording.isrcs,
  releases: recording.releases.map(({ id, title, status, date, secondaryTypes }) => ({
    id,
    title,
    status,
    date,
    country: "XW",
    "release-group": { id, title, "primary-type": "Single", "secondary-types": secondaryTypes },
  })),
  relations: [
    ...recording.links.map((resource) => ({
      type: "free streaming",
      "target-type": "url",
      url: { id: recording.id, resource },
    })),
    {
      type: "performance",
      "target-type": "work",
      work: {
        id: recording.id,
        title: recording.title,
        relations: recording.composers.map((name) => ({
          type: "composer",
          "target-type": "artist",
          artist: { id: recording.id, name },
        })),
      },
    },
  ],
});

export const toRelease = ({ id, title, status, date, labels }: KeptRelease) => ({
  id,
  title,
  status,
  date,
  "label-info": labels.map(({ name, code, number }) => ({
    "catalog-number": number,
    label: name === null ? null : { id, name, "label-code": code, disambiguation: "" },
  })),
});

export const toArtist = ({ id, name, links }: KeptArtist) => ({
  id,
  name,
  "sort-name": name,
  disambiguation: "",
  relations: links.map(({ type, address, ended }) => ({
    type,
    "target-type": "url",
    direction: "forward",
    ended,
    url: { id, resource: address },
  })),
});
