/** The entries of the stage's log as text. The actions are those that `logOnStage` writes. */
import { countOf } from "#app/ui/number.ts";
import type { StageLogEntry } from "../../contract/manage.ts";

type Entry = Pick<StageLogEntry, "action" | "details">;

const setOf = (details: Record<string, string>) =>
  `“${details.set ?? ""}”${details.performer ? ` by ${details.performer}` : ""}`;
const forWeeks = ({ weeks }: Record<string, string>) => (Number(weeks) > 1 ? ` for ${weeks} weeks` : "");

const isOfSuspended = ({ reason }: Record<string, string>) => reason === "suspended";

const sentences: Record<string, (details: Record<string, string>) => string> = {
  "request-accepted": (details) => `confirmed ${setOf(details)}${forWeeks(details)}`,
  "request-declined": (details) => `declined ${setOf(details)}`,
  "move-declined": (details) => `declined to move ${setOf(details)}`,
  "set-taken-over": (details) => `took over ${setOf(details)}`,
  "acceptance-undone": (details) => `undid the acceptance of ${setOf(details)}${forWeeks(details)}`,
  "set-changed": (details) => `changed the set “${details.set ?? ""}”`,
  "set-cancelled": (details) =>
    `cancelled ${setOf(details)}${forWeeks(details)}${isOfSuspended(details) ? ", who was suspended" : ""}`,
  "set-ended": (details) => `ended ${setOf(details)} before its time`,
  "performer-kicked": (details) => `took ${setOf(details)} off the air`,
  "set-late": (details) => `noted that ${setOf(details)} had not started a minute after its time`,
  "set-started-late": (details) => `noted that ${setOf(details)} started ${details.late} late`,
  "set-missed": (details) => `noted that ${setOf(details)} was not played`,
  "role-added": ({ role }) => `added the role ${role}`,
  "role-renamed": ({ role }) => `renamed a role to ${role}`,
  "role-removed": ({ role }) => `removed the role ${role}`,
  "member-added": ({ member }) => `added ${member} as member`,
  "member-removed": ({ member }) => `removed ${member} as member`,
  "member-left": () => "left the stage's members",
  "member-role-changed": ({ member }) => `changed the role of ${member}`,
  "manager-added": ({ manager }) => `added ${manager} as manager`,
  "manager-removed": ({ manager }) => `removed ${manager} as manager`,
  "performer-named": ({ performer }) =>
    performer === undefined ? "removed the name of the performer" : `named ${performer} as the performer`,
  "stage-changed": () => "changed the stage's settings",
  "stage-converted": (details) =>
    details.type === "booking"
      ? "made this a booking stage"
      : `made this an on-demand stage, which cancelled ${countOf(Number(details["cancelled sets"] ?? 0), "set", "sets")}`,
  "stage-archived": (details) =>
    `archived this stage, which cancelled ${countOf(Number(details["cancelled sets"] ?? 0), "set", "sets")}`,
  "stage-restored": () => "restored this stage",
  "key-renewed": () => "generated a new broadcasting key / mount",
  "chat-changed": () => "changed the settings of the chat",
  "chat-message-deleted": ({ person }) => `deleted a message from ${person} in the chat`,
  "chat-messages-deleted": ({ messages, people }) =>
    `deleted ${countOf(Number(messages ?? 0), "message", "messages")} from ${people} in the chat`,
  "chat-timeout": ({ person, for: time }) => `timed ${person} out of the chat for ${time}`,
  "chat-banned": ({ person }) => `banned ${person} from the chat`,
  "chat-lifted": ({ person }) => `let ${person} write in the chat again`,
};

/** The text after the name of the user who did it. An unknown action is shown by its own name. */
export function sentenceOf({ action, details, actor }: Entry & { actor?: string | null }): string {
  const { performer, ...others } = details;
  // “Ada confirmed “Night Drive” by Ada.”
  const isOwn = performer !== undefined && performer === actor && ofSets.has(action);
  return sentences[action]?.(isOwn ? others : details) ?? action.replaceAll("-", " ");
}

/** The actions that name a set and its performer. */
const ofSets = new Set([
  "request-accepted",
  "request-declined",
  "move-declined",
  "set-taken-over",
  "acceptance-undone",
  "set-cancelled",
  "set-ended",
]);

const isNoted = (action: string) => ["set-late", "set-started-late", "set-missed"].includes(action);

/** Returns the user who did it, as the start of the sentence. */
export function actorOf({
  actor,
  action,
  details,
}: Pick<StageLogEntry, "actor" | "action" | "details">): string {
  return actor ?? (isOfSuspended(details) || isNoted(action) ? "Cue" : "Former user");
}

/** One field before and after. Times are epoch ms, everything else is text. */
export interface LoggedChange {
  field: string;
  before: string | number;
  after: string | number;
}

const fieldNames: Record<string, string> = {
  name: "Name",
  genre: "Genre",
  description: "Description",
  "custom URL": "Custom URL",
  "weekly bookings": "Weekly Bookings",
  "auto approve": "Auto Approve Bookings",
  "members only": "Members Only Bookings",
  thumbnail: "Thumbnail",
  "slow mode": "Slow mode",
  links: "Links",
  "blocked words": "Blocked words",
  tags: "Tags",
  picture: "Picture",
  start: "Start",
  end: "End",
};

/** The fields that an entry lists as changed, in its order. */
export function changesOf({ action, details }: Entry): LoggedChange[] {
  if (action !== "set-changed" && action !== "stage-changed" && action !== "chat-changed") return [];
  return Object.entries(details).flatMap(([field, change]) => {
    const [before, after, ...more] = change.split(" → ");
    const name = fieldNames[field];
    // A text that contains the arrow itself cannot be separated into two: then nothing is shown rather than something
    // wrong.
    if (name === undefined || before === undefined || after === undefined || more.length > 0) return [];
    return [{ field: name, before: valueOf(field, before), after: valueOf(field, after) }];
  });
}

const isoPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function valueOf(field: string, value: string): string | number {
  if (isoPattern.test(value)) return Date.parse(value);
  if (field === "thumbnail") return value === "true" ? "a picture" : "none";
  if (value === "true") return "Yes";
  if (value === "false") return "No";
  return value === "" || value === "null" ? "none" : value;
}
