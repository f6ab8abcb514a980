import type { MetaDescriptor } from "react-router";
import type { ProfileView } from "#app/domains/people/contract.ts";

/** What a search engine shows of a description. */
const longest = 200;

/** What other sites show of a link to this page: nothing that a stranger would not see on it. */
export function profileCard(profile: ProfileView, origin: string): MetaDescriptor[] {
  const url = `${origin}/profile/${profile.id}`;
  const description = describe(profile);
  const image = profile.profile === null ? `${origin}/card.png` : new URL(profile.profile, origin).href;
  return [
    { title: `${profile.username} · Cue` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "profile" },
    { property: "og:site_name", content: "Cue" },
    { property: "og:title", content: profile.username },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    { property: "profile:username", content: profile.username },
    { name: "twitter:card", content: profile.profile === null ? "summary_large_image" : "summary" },
  ];
}

function describe(profile: ProfileView): string {
  const bio = profile.bio.replace(/\s+/g, " ").trim();
  if (bio !== "") return cut(bio);
  if (!profile.dj) return `${profile.username} listens to live sets on Cue.`;
  const kind = profile.performerType === "musician" ? "a musician" : "a DJ";
  return `${profile.username}, ${kind}, plays live on Cue. Heard the moment it is played.`;
}

/** At a word where there is one, never within a character. */
function cut(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= longest) return text;
  const start = characters.slice(0, longest - 1).join("");
  return `${start.replace(/\s+\S{0,30}$/u, "")}…`;
}
