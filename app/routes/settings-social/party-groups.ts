/** The services of the page, in its groups. */
import type { Party } from "#app/domains/people/integrations/elsewhere.ts";

export interface Service {
  party: Party;
  about: string;
  /** The word for what is linked, where there may be several. */
  channels?: true;
  /** It is linked elsewhere on this site, and has no page of its own. */
  isLinkedElsewhere?: true;
}

export const groups: readonly { title: string; intro: string; services: readonly Service[] }[] = [
  {
    title: "Recordings",
    intro: "Where your sets go after you play them.",
    services: [{ party: "mixcloud", about: "Uploads your sets with their tracklist" }],
  },
  {
    title: "Posts",
    intro: "Where people read that you are live.",
    services: [
      { party: "twitter", about: "Tweets when you go live" },
      { party: "bluesky", about: "Posts with a card that links to your broadcast" },
      { party: "mastodon", about: "Posts from your account on any server" },
      { party: "discord", about: "Posts in channels of your server", channels: true },
      { party: "telegram", about: "Posts in your channels and groups, by your bot", channels: true },
    ],
  },
  {
    title: "What You Hear",
    intro: "Keeps the tracks that you listen to on Cue.",
    services: [
      { party: "listenbrainz", about: "Adds them to your listens" },
      { party: "lastfm", about: "Scrobbles them" },
      {
        party: "spotify",
        about: "Connect from the player, on a track that Spotify has",
        isLinkedElsewhere: true,
      },
    ],
  },
];
