/** The services on which people have accounts, and the sources of data about music, as operators see them. */
import type { AppContext, Clock } from "#app/context.ts";
import { checkKeys as checkAcoustId } from "#app/domains/people/integrations/acoustid/client.ts";
import type { KeyCheck } from "#app/domains/people/integrations/check-keys.ts";
import {
  type Connection,
  type Party,
  parties,
  type Source,
  sources,
} from "#app/domains/people/integrations/elsewhere.ts";
import { ask } from "#app/domains/people/integrations/http.ts";
import { checkKeys as checkLastFm } from "#app/domains/people/integrations/lastfm/check.ts";
import { checkKeys as checkListenBrainz } from "#app/domains/people/integrations/listenbrainz/check.ts";
import { checkKeys as checkMixcloud } from "#app/domains/people/integrations/mixcloud/check.ts";
import { checkKeys as checkSpotify } from "#app/domains/people/integrations/spotify/check.ts";
import { checkKeys as checkTwitter } from "#app/domains/people/integrations/twitter/check.ts";
import { requireOk } from "#app/errors.ts";
import type { ServicesCommand, ServiceView } from "./contract/elsewhere.ts";
import { countLinkedAccounts } from "./queries/operator-services.ts";

type Check = (connection: Connection, clock: Clock) => Promise<KeyCheck>;

/** Whether a service without keys responds, whatever it says. */
const responds =
  (host: string): Check =>
  async (service) =>
    (await ask(service, `${service.at(host)}/`)) === null ? "unreachable" : "works";

interface About {
  settings: readonly string[];
  /** Path below the origin. */
  callback: string | null;
  check: Check;
}

const listed = ["CUE_ELSEWHERE"];
const about: Record<Party | Source, About> = {
  mixcloud: {
    settings: ["CUE_MIXCLOUD_ID", "CUE_MIXCLOUD_SECRET"],
    callback: "/api/social/mixcloud",
    check: checkMixcloud,
  },
  twitter: {
    settings: ["CUE_X_KEY", "CUE_X_SECRET"],
    callback: "/api/social/twitter",
    check: checkTwitter,
  },
  bluesky: { settings: listed, callback: null, check: responds("bsky.social") },
  // Each server is asked when someone links an account there.
  mastodon: { settings: listed, callback: null, check: responds("mastodon.social") },
  discord: { settings: listed, callback: null, check: responds("discord.com") },
  telegram: { settings: listed, callback: null, check: responds("api.telegram.org") },
  spotify: {
    settings: ["CUE_SPOTIFY_ID", "CUE_SPOTIFY_SECRET"],
    callback: "/api/spotify/login",
    check: checkSpotify,
  },
  listenbrainz: { settings: listed, callback: null, check: checkListenBrainz },
  lastfm: {
    settings: ["CUE_LASTFM_KEY", "CUE_LASTFM_SECRET"],
    callback: "/api/social/lastfm",
    check: checkLastFm,
  },
  musicbrainz: { settings: listed, callback: null, check: responds("musicbrainz.org") },
  coverart: { settings: listed, callback: null, check: responds("coverartarchive.org") },
  commons: { settings: listed, callback: null, check: responds("commons.wikimedia.org") },
  acoustid: { settings: ["CUE_ACOUSTID_KEY"], callback: null, check: checkAcoustId },
};

const checkRate = { max: 30, perMs: 3_600_000 } as const;

/** Every service, and what the one says that is to be asked. For operators only. Throws `rate-limited`. */
export async function listServices(ctx: AppContext, { check }: ServicesCommand): Promise<ServiceView[]> {
  if (check !== undefined) requireOk(await ctx.limits.take(`check-service:${check}`, checkRate));
  const counts = await countLinkedAccounts(ctx.db);
  return Promise.all(
    [...parties, ...sources].map(async (party) => {
      const { settings, callback, check: checkKeys } = about[party];
      const service = ctx.connect(party);
      const counted = counts.find((each) => each.party === party);
      return {
        party,
        state: stateOf(service),
        settings: [...settings],
        callback: callback === null ? null : `${ctx.config.origin}${callback}`,
        linked: counted?.linked ?? 0,
        refused: counted?.refused ?? 0,
        refusedAt: counted?.refusedAt ?? null,
        check: service !== null && check === party ? await checkKeys(service, ctx.clock) : null,
      };
    }),
  );
}

function stateOf(service: Connection | null): ServiceView["state"] {
  if (service === null) return "off";
  if (service.isSimulated) return "simulator";
  return service.keys.id === "" ? "list" : "keys";
}
