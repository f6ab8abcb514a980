/** Messages during the finished sets of the demo. */
import type { ChatMessage } from "#app/domains/air/stages/live/protocol.ts";
import { demoPeople, fixedId, personIds } from "#db/demo-people.ts";

type Person = keyof typeof personIds;
/** The writer, the number of seconds into the set, and the message. */
type Line = readonly [Person, number, string];

const lines: Readonly<Record<string, readonly Line[]>> = {
  PANES01: [
    ["nell", 9, "It has just started to rain here too"],
    ["theo", 21, "Doors are open, kettle is on"],
    ["aoi", 74, "おはようございます、すてきな始まり方ですね"],
    ["nell", 103, "Those bells at the start of this one"],
    ["layla", 168, "هذا الجزء جميل جدًا"],
    ["nell", 231, "Wait for the bass"],
    ["theo", 239, "There it is"],
    ["layla", 304, "ما اسم هذه الأغنية؟"],
    ["nell", 311, "Ferris Wheel, it stands right there under the player"],
    ["aoi", 388, "窓の音が聞こえる気がします"],
    ["nell", 436, "Thank you Ada, that was over far too soon"],
  ],
  ATT1C02: [
    ["eleni", 12, "Καλησπέρα από τη Θεσσαλονίκη"],
    ["ada", 40, "Slower than I play it, and better for it"],
    ["nell", 58, "Is that a crackle or my kettle?"],
    ["eleni", 150, "Σαν παλιό ραδιόφωνο"],
    ["aoi", 222, "この速さ、とても好きです"],
    ["nell", 318, "Everything sounds like Sunday at this speed"],
    ["ada", 334, "It is Sunday at this speed"],
    ["eleni", 470, "Κι άλλο ένα, παρακαλώ"],
  ],
  FERRY03: [
    ["layla", 15, "من يعزف الليلة؟"],
    ["nell", 27, "Nobody said. That is the ferry for you"],
    ["eleni", 130, "Πολύ ωραίο πέρασμα"],
    ["nell", 251, "Whoever you are: more of this"],
    ["layla", 390, "تصبحون على خير"],
  ],
  H0ME004: [
    ["ada", 18, "You are up early"],
    ["theo", 66, "On a profile, no less. Shall I find you a slot?"],
    ["nell", 140, "Coffee, and this. Perfect"],
    ["ada", 266, "That fade! I am stealing that fade"],
    ["nell", 352, "Same time tomorrow?"],
  ],
};

/** Returns the chat as the room would have kept it of a set that started at `startedAt` (epoch ms). */
export function chatOf(name: string, startedAt: number): ChatMessage[] {
  return (lines[name] ?? []).map(([person, seconds, message], index) => {
    const time = startedAt + seconds * 1_000;
    const _id = fixedId(time, `DEM0${name}M${index}`);
    const { username } = demoPeople[person];
    return { _id, user: username, userId: personIds[person], message, time, badge: null, profile: null };
  });
}
