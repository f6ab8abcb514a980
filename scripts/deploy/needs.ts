/** Requirements of a deployment, and what is off without them: a pure rule over wrangler.toml and wrangler's output. */

/** The parts of wrangler.toml that are read. */
export interface DeployConfig {
  vars: Readonly<Record<string, unknown>>;
  d1_databases: readonly { binding: string; database_id?: string | undefined }[];
  r2_buckets: readonly {
    binding: string;
    bucket_name?: string | undefined;
    jurisdiction?: string | undefined;
  }[];
  send_email: readonly { name: string }[];
}

export interface DeployFacts {
  config: DeployConfig;
  isLoggedIn: boolean;
  /** Names of the secrets that are set, or why they could not be listed. */
  secrets: ReadonlySet<string> | string;
  /** The bindings whose bucket exists. */
  buckets: ReadonlySet<string>;
  /** The operator wants this copy to run without email. */
  isWithoutMail: boolean;
}

/** `missing` prevents the deployment; `off` is a service that this copy will not have. */
export interface Finding {
  name: string;
  state: "set" | "missing" | "off";
  words: string;
}

export const placeholders = {
  origin: "https://cue.example",
  ingestHost: "ingest.cue.example",
  databaseId: "00000000-0000-0000-0000-000000000000",
} as const;

/** Each is set by `npx wrangler secret put NAME`. `without`: what a copy without it lacks. */
export const secrets = [
  {
    name: "CUE_SECRET",
    isRequired: true,
    without: "signs captchas and seals what is stored sealed; openssl rand -base64 32 makes one",
  },
  {
    name: "CUE_AGENT_KEYS",
    isRequired: true,
    without: "the key of the media host, without which no encoder gets in",
  },
  { name: "CUE_PUSH_KEY", isRequired: false, without: "no notices on devices" },
  { name: "CUE_OPERATOR_KEY", isRequired: false, without: "no npm run admin" },
  { name: "CUE_MIXCLOUD_ID", isRequired: false, without: "no uploads to Mixcloud" },
  { name: "CUE_MIXCLOUD_SECRET", isRequired: false, without: "no uploads to Mixcloud" },
  { name: "CUE_X_KEY", isRequired: false, without: "no posts on X" },
  { name: "CUE_X_SECRET", isRequired: false, without: "no posts on X" },
  { name: "CUE_SPOTIFY_ID", isRequired: false, without: "no tracks on Spotify" },
  { name: "CUE_SPOTIFY_SECRET", isRequired: false, without: "no tracks on Spotify" },
  { name: "CUE_LASTFM_KEY", isRequired: false, without: "no listens at Last.fm" },
  { name: "CUE_LASTFM_SECRET", isRequired: false, without: "no listens at Last.fm" },
  { name: "CUE_ACOUSTID_KEY", isRequired: false, without: "files of crates are not looked up at AcoustID" },
  {
    name: "CUE_CLOUDFLARE_ACCOUNT",
    isRequired: false,
    without: "operators see no usage and no estimated bill",
  },
  {
    name: "CUE_CLOUDFLARE_TOKEN",
    isRequired: false,
    without: "operators see no usage and no estimated bill",
  },
] as const;

/** The content of each bucket. */
export const buckets = { PICTURES: "pictures", TAPES: "recordings" } as const;
export type Bucket = keyof typeof buckets;

/** One line for each thing that is needed, in the order of docs/deployment.md. */
export function findNeeds(facts: DeployFacts): Finding[] {
  const { config, isLoggedIn } = facts;
  return [
    needed("wrangler", isLoggedIn ? "logged in" : null, "not logged in; run: npx wrangler login"),
    ...findSettings(config),
    ...findJurisdiction(config),
    findDatabase(config),
    findBucket(facts, "PICTURES"),
    findBucket(facts, "TAPES"),
    ...findSecrets(facts),
    findMail(facts),
  ];
}

function findSettings({ vars }: DeployConfig): Finding[] {
  const text = (name: string) => (typeof vars[name] === "string" ? vars[name] : "");
  const origin = text("CUE_ORIGIN");
  const host = text("CUE_INGEST_HOST");
  const port = text("CUE_INGEST_PORT");
  const isPort = /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
  return [
    needed(
      "CUE_MODE",
      text("CUE_MODE") === "production" ? "production" : null,
      'must be "production": a local copy shows its mails to everybody',
    ),
    needed(
      "CUE_ORIGIN",
      isOrigin(origin) && origin !== placeholders.origin ? origin : null,
      "must be the https:// address of this copy, without a path",
    ),
    needed(
      "CUE_INGEST_HOST",
      host !== "" && host !== placeholders.ingestHost ? host : null,
      "must be the name of the media host, which performers type into their encoder",
    ),
    needed("CUE_INGEST_PORT", isPort ? port : null, "must be a port, usually 1337"),
  ];
}

/** The jurisdiction of all objects; undefined: they may be anywhere. */
const jurisdictionOf = ({ vars }: DeployConfig): unknown => vars.CUE_JURISDICTION || undefined;

/** One line where something says that it is in a jurisdiction: then all of it must be, from the first deployment on. */
function findJurisdiction(config: DeployConfig): Finding[] {
  const jurisdiction = jurisdictionOf(config);
  const others = config.r2_buckets.filter((bucket) => (bucket.jurisdiction || undefined) !== jurisdiction);
  if (jurisdiction === undefined && others.length === 0) return [];
  const isWhole = jurisdiction === "eu" && others.length === 0;
  const otherwise = 'must be "eu" or missing, and the jurisdiction of both buckets the same';
  return [needed("CUE_JURISDICTION", isWhole ? "eu" : null, otherwise)];
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.href === `${text.replace(/\/$/, "")}/`;
}

function findDatabase({ d1_databases: databases }: DeployConfig): Finding {
  const id = databases.find(({ binding }) => binding === "DB")?.database_id;
  const isReal = id !== undefined && id !== "" && id !== placeholders.databaseId;
  return needed("DB", isReal ? id : null, "no database_id; run: npx wrangler d1 create cue");
}

function findBucket({ config, buckets: existing }: DeployFacts, binding: Bucket): Finding {
  const bucket = bucketOf(config, binding);
  const isThere = existing.has(binding);
  const found = bucket === undefined ? null : isThere ? bucket : `${bucket}, made by npm run deploy`;
  return needed(binding, found, `no bucket_name for the bucket of ${buckets[binding]}`);
}

/** Options by which wrangler finds a bucket: one in a jurisdiction is only found there. */
export const placeOfBuckets = (config: DeployConfig): string[] =>
  jurisdictionOf(config) === "eu" ? ["--jurisdiction", "eu"] : [];

/** The name of a bucket, or undefined where wrangler.toml has none. */
export function bucketOf({ r2_buckets: named }: DeployConfig, bound: Bucket): string | undefined {
  return named.find(({ binding }) => binding === bound)?.bucket_name;
}

function findSecrets({ secrets: set }: DeployFacts): Finding[] {
  if (typeof set === "string") {
    const names = secrets.map(({ name }) => name).join(", ");
    return [{ name: "secrets", state: "missing", words: `${names} could not be looked up: ${set}` }];
  }
  return secrets.map(({ name, isRequired, without }) => {
    if (set.has(name)) return { name, state: "set", words: "set" };
    const state = isRequired ? "missing" : "off";
    return { name, state, words: `${without}; run: npx wrangler secret put ${name}` };
  });
}

function findMail({ config, isWithoutMail }: DeployFacts): Finding {
  if (config.send_email.some(({ name }) => name === "MAIL"))
    return { name: "MAIL", state: "set", words: "set" };
  const words = "no mail is sent: no verified addresses, no forgotten passwords, no notices by mail";
  if (isWithoutMail) return { name: "MAIL", state: "off", words };
  const ways = "add [[send_email]] to wrangler.toml, or deploy with --without-mail";
  return { name: "MAIL", state: "missing", words: `${words}; ${ways}` };
}

function needed(name: string, found: string | null, otherwise: string): Finding {
  return found === null ? { name, state: "missing", words: otherwise } : { name, state: "set", words: found };
}
