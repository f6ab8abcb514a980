import { parseArgs } from "node:util";

/** A command as `/api/operator/<call>` takes it. */
export interface Command {
  call: string;
  body: Record<string, string | number | boolean | string[]>;
  /** The instance to call; the local one where it is not given. */
  origin: string | undefined;
}

export const usage = `npm run admin -- <command> [--origin URL]

  make-manager USER
  make-performer USER --type dj|musician
  create-stage --name NAME --manager USER [--instant] [--genre TEXT] [--description TEXT] [--custom-url NAME]
  create-set --stage ID --performer USER --start MS --end MS --name NAME [--description TEXT]
  grant-award USER --award NAME|ID [--stage ID]
  run-awards
  announce TEXT
  retract-announcement NUMBER
  announcements
  describe-track ID [--album TEXT] [--label NAME|ID] [--released 2019|2019-05|2019-05-17] [--copyright TEXT]
    [--isrc CODE] [--composer TEXT] [--publisher TEXT] [--catalogue-number TEXT] [--label-code CODE] [--duration MS]
    [--art PATH] [--preview PATH] [--apple ID] [--spotify ID]
  describe-label NAME|ID [--parent NAME|ID] [--photo PATH] [--url ADDRESS]...
  remove-artist-picture NAME|ID
  make-operator USER
  remove-operator USER
  ban USER
  unban USER
  reports [--all]
  settle-report ID --outcome dismissed|banned
  feedback
  recognise FILE --performer USER
  remove-reference ID
  verify-statement FILE [--earlier FILE] [--key KEY]
  grant-tokens USER AMOUNT --reason TEXT
  freeze-wallet USER|WALLET --reason TEXT
  unfreeze-wallet USER|WALLET --reason TEXT
  hold-claims USER --reason TEXT
  release-claims USER --reason TEXT
  resettle-wallet USER|WALLET --reason TEXT
  tokens
  token-acts
  decide-token-act ID --approve|--refuse

USER is an id, an email address or a username; a stage is an id or a custom URL. Ids are exact, and what looks like an id
is never read as a name. MS are epoch milliseconds; a duration is milliseconds, and 0 is unknown. The id of a song, of
an artist and of a label is the end of its page's address; a label that is named for the first time is made; PATH is one
of this site; what is left out stays as it is, and "" takes it away.
remove-artist-picture deletes a picture of an artist that came from elsewhere, and no other is fetched for them.
recognise prints which of the performer's files, and of the tracks that were named tonight, the ear hears in an audio file,
and when; it needs ffmpeg. remove-reference takes back what the ear learned from a broadcast, with every name that it gave
by it: ID is that of the reference, or of a line of a tracklist that it named wrongly.
verify-statement needs no instance and no network: it checks a statement of a wallet, that it continues an earlier one, and
that the instance with this public key (/api/tokens/log) has signed it; it ends with 1 and names the faults where it has any.
Every command answers one line of JSON. Against a deployed instance: --origin, and CUE_OPERATOR_KEY in the environment.`;

interface Option {
  /** Its name in the call, where that differs. */
  as?: string;
  /** `texts`: may be given more than once, and is a list. `no`: a flag that says false. */
  type: "text" | "texts" | "number" | "flag" | "no";
  isRequired?: boolean;
}
const text: Option = { type: "text" };
const needed: Option = { type: "text", isRequired: true };

interface Syntax {
  /** The field of the call's body that its first word fills; a message may be several words. */
  subject?: "user" | "report" | "message" | "number" | "track" | "artist" | "label" | "act" | "reference";
  /** The field that a second word fills: a whole number. */
  amount?: "amount";
  /** Exactly one of these options must be given. */
  oneOf?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  /** The name of its call, where that differs. */
  call?: string;
}

const commands: Readonly<Record<string, Syntax>> = {
  "make-manager": { subject: "user" },
  "make-performer": { subject: "user", options: { type: needed } },
  "create-stage": {
    options: {
      name: needed,
      manager: needed,
      instant: { type: "flag" },
      genre: text,
      description: text,
      "custom-url": { type: "text", as: "customUrl" },
    },
  },
  "create-set": {
    options: {
      stage: needed,
      performer: needed,
      start: { type: "number", isRequired: true },
      end: { type: "number", isRequired: true },
      name: needed,
      description: text,
    },
  },
  "grant-award": { subject: "user", options: { award: needed, stage: text } },
  "run-awards": {},
  announce: { subject: "message" },
  "retract-announcement": { subject: "number" },
  announcements: {},
  "describe-track": {
    subject: "track",
    options: {
      album: text,
      label: text,
      released: text,
      copyright: text,
      isrc: text,
      composer: text,
      publisher: text,
      "catalogue-number": { type: "text", as: "catalogueNumber" },
      "label-code": { type: "text", as: "labelCode" },
      duration: { type: "number", as: "durationMs" },
      art: text,
      preview: text,
      apple: text,
      spotify: text,
    },
  },
  "describe-label": {
    subject: "label",
    options: { parent: text, photo: text, url: { type: "texts", as: "urls" } },
  },
  "remove-artist-picture": { subject: "artist" },
  ban: { subject: "user" },
  unban: { subject: "user" },
  "make-operator": { subject: "user" },
  "remove-operator": { subject: "user" },
  reports: { options: { all: { type: "flag" } } },
  "settle-report": { subject: "report", options: { outcome: needed }, call: "settle" },
  feedback: {},
  "remove-reference": { subject: "reference" },
  "grant-tokens": { subject: "user", amount: "amount", options: { reason: needed }, call: "tokens/grant" },
  "freeze-wallet": { subject: "user", options: { reason: needed }, call: "tokens/freeze" },
  "unfreeze-wallet": { subject: "user", options: { reason: needed }, call: "tokens/unfreeze" },
  "hold-claims": { subject: "user", options: { reason: needed }, call: "tokens/hold" },
  "release-claims": { subject: "user", options: { reason: needed }, call: "tokens/release" },
  "resettle-wallet": { subject: "user", options: { reason: needed }, call: "tokens/resettle" },
  tokens: { call: "tokens/supply" },
  "token-acts": { call: "tokens/acts" },
  "decide-token-act": {
    subject: "act",
    options: { approve: { type: "flag", as: "isApproved" }, refuse: { type: "no", as: "isApproved" } },
    oneOf: ["approve", "refuse"],
    call: "tokens/decide",
  },
};

const isFlag = (type: Option["type"]): boolean => type === "flag" || type === "no";

function readSubject(
  subject: NonNullable<Syntax["subject"]>,
  words: readonly string[],
  complaint: string,
): string | number {
  const text = subject === "message" ? words.join(" ").trim() : words.length === 1 ? words[0] : undefined;
  if (!text || (subject === "number" && !/^\d{1,9}$/.test(text))) throw new Error(complaint);
  return subject === "number" ? Number(text) : text;
}

/** @throws Error with a sentence for people, when the words are not a command */
export function readCommand(words: readonly string[]): Command {
  const [name = "", ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new Error(name === "" ? usage : `There is no command "${name}".\n${usage}`);
  const { subject, amount, oneOf, options = {}, call = name } = command;

  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      origin: { type: "string" },
      ...Object.fromEntries(
        Object.entries(options).map(([option, { type }]) => [
          option,
          { type: isFlag(type) ? ("boolean" as const) : ("string" as const), multiple: type === "texts" },
        ]),
      ),
    },
  });
  const body: Command["body"] = {};
  if (subject === undefined) {
    if (positionals.length > 0) throw new Error(`${name} takes only options.`);
  } else {
    const complaint = `${name} wants one ${subject}${amount === undefined ? "" : ` and one ${amount}`}.`;
    const words = amount === undefined ? positionals : positionals.slice(0, -1);
    body[subject] = readSubject(subject, words, complaint);
    if (amount !== undefined) body[amount] = readSubject("number", positionals.slice(-1), complaint);
  }

  const chosen = oneOf?.filter((option) => option in values).length;
  if (oneOf !== undefined && chosen !== 1)
    throw new Error(`${name} wants ${oneOf.map((option) => `--${option}`).join(" or ")}.`);
  const given = new Map<string, Command["body"][string] | undefined>(Object.entries(values));
  for (const [option, { type, as = option, isRequired }] of Object.entries(options)) {
    const value = given.get(option);
    if (value === undefined) {
      if (isRequired === true) throw new Error(`${name} wants --${option}.`);
      continue;
    }
    if (type === "number" && !Number.isSafeInteger(Number(value)))
      throw new Error(`--${option} wants a whole number of milliseconds.`);
    body[as] = type === "number" ? Number(value) : type === "no" ? false : value;
  }
  return { call, body, origin: readOrigin(given.get("origin")) };
}

/** @throws Error with a sentence for people, when the value of `--origin` is not an address */
export function readOrigin(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url === null) throw new Error("--origin wants an address such as https://cue.example.");
  return url.origin;
}
