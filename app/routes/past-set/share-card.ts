import type { MetaDescriptor } from "react-router";
import type { SetRecordView } from "#app/domains/sets/contract/record.ts";

/** What other sites show of a link to a set: nothing that a stranger would not see on its page. */
export function setCard(set: SetRecordView, origin: string): MetaDescriptor[] {
  const url = `${origin}/djs/sets/${set.id}`;
  const image = set.user.profile === null ? `${origin}/card.png` : new URL(set.user.profile, origin).href;
  const description = describe(set);
  return [
    { title: `${set.name} · ${set.user.username} · Cue` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "music.playlist" },
    { property: "og:site_name", content: "Cue" },
    { property: "og:title", content: `${set.name} · ${set.user.username}` },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    { name: "twitter:card", content: set.user.profile === null ? "summary_large_image" : "summary" },
  ];
}

/** The day is in UTC: nobody is there yet whose zone it could be. */
function describe({ user, room, startTime, tracks }: SetRecordView): string {
  const day = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "long" }).format(startTime);
  const where = room === null ? "" : ` on ${room.name}`;
  const count = tracks.length === 0 ? "" : ` ${tracks.length} ${tracks.length === 1 ? "track" : "tracks"}.`;
  return `${user.username}, live${where}, ${day}.${count}`;
}
