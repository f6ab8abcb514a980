/** Secrets and optional bindings are not in wrangler.toml, so they are declared here. */
declare namespace Cloudflare {
  interface Env {
    /** One or two keys of the agent, comma-separated: the current one and its successor. */
    CUE_AGENT_KEYS: string;
    /** Signs captcha challenges and hashes the keys of counters. */
    CUE_SECRET: string;
    /** The private key that signs pushes to browsers (VAPID), a JWK as JSON; without it nothing is pushed. */
    CUE_PUSH_KEY?: string;
    /** Opens /api/operator; without it the operators' calls do not exist. */
    CUE_OPERATOR_KEY?: string;
    /** Sends email; without it no email is sent, and pages and calls say so. */
    MAIL?: SendEmail;
    /** The sender's address; by default noreply@ and the instance's own host. */
    CUE_MAIL_FROM?: string;
    /** Addresses of the apps in the two stores; phones see their badges instead of the log-in form. */
    CUE_APPLE_STORE?: string;
    CUE_GOOGLE_STORE?: string;
    /** Other places of the community: a forum, a chat, a social feed, an account with recorded mixes. */
    CUE_FORUM?: string;
    CUE_COMMUNITY?: string;
    CUE_SOCIAL_FEED?: string;
    CUE_MIXES?: string;
    /** The one stage (its id or custom URL) that shows a text instead of its schedule and tabs. */
    CUE_SPECIAL_STAGE?: string;
    /** The text of the special stage, plain; an empty line starts a paragraph. */
    CUE_SPECIAL_STAGE_TEXT?: string;
    /** A date (`2027-01-01`): users who register before it get the pioneer award. */
    CUE_PIONEERS_UNTIL?: string;
    /** New tokens in a day (UTC) that claims may bring; 50000 where it is not set. */
    CUE_TOKENS_PER_DAY?: string;
    /** The email address of the operators, for the privacy page. */
    CUE_CONTACT?: string;
    /** Local copies only: the address that the copy listens on, which is also accepted as its host name. */
    CUE_HOST?: string;
    /** Local copies only, where other machines can reach them: the key that opens `/dev` there, as `?key=`. */
    CUE_DEV_KEY?: string;
    /** Local copies only: the copy's own push service (durable-objects/push-simulator). */
    PUSH_SIMULATOR?: DurableObjectNamespace<
      import("../durable-objects/push-simulator/push-simulator.ts").PushSimulator
    >;
    /** The keys of this instance at Mixcloud; without both, nothing is uploaded there. */
    CUE_MIXCLOUD_ID?: string;
    CUE_MIXCLOUD_SECRET?: string;
    /** The keys of this instance at X, Spotify and Last.fm; without both of a service it is off. */
    CUE_X_KEY?: string;
    CUE_X_SECRET?: string;
    CUE_SPOTIFY_ID?: string;
    CUE_SPOTIFY_SECRET?: string;
    CUE_LASTFM_KEY?: string;
    CUE_LASTFM_SECRET?: string;
    /** The application key of this instance at AcoustID; without it nothing is asked there. */
    CUE_ACOUSTID_KEY?: string;
    /**
     * The services without keys that are on, comma-separated; where it is missing, all of them but the sources of data
     * about music.
     */
    CUE_ELSEWHERE?: string;
    /** The id of the Cloudflare account and a token that reads its analytics; without both, operators see no usage. */
    CUE_CLOUDFLARE_ACCOUNT?: string;
    CUE_CLOUDFLARE_TOKEN?: string;
    /** Local copies only: counts what this copy uses (workers/local/metered.ts). */
    METER?: import("#app/domains/outside/operator/usage/port.ts").UsageMeterPort;
    /** Local copies only: the simulators of other services (workers/local/elsewhere). */
    ELSEWHERE?: DurableObjectNamespace<import("./local/elsewhere/simulators.ts").Simulators>;
    /** `eu`: all objects are made, run and store in the EU. Never changed afterwards; a local copy ignores it. */
    CUE_JURISDICTION?: string;
    /** The deployed version, shown in settings and in each session. */
    CUE_VERSION?: string;
  }
}

interface Env extends Cloudflare.Env {}
