/**
 * A settings folder with which Mixxx 2.3 goes on air and plays by itself as soon as it is up. It has no command line for
 * that, but its skins have: a page of a stack sets a control when it comes to the front.
 */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";

const page = (trigger = "") =>
  `<WidgetGroup${trigger && ` trigger="${trigger}"`}><Size>9f,9f</Size></WidgetGroup>`;
const stack = (attributes: string, ...pages: string[]) =>
  `<WidgetStack ${attributes}><Children>${pages.join("")}</Children></WidgetStack>`;
/** The second page comes to the front when the control is 1. */
const playOnceLoaded = (deck: string) =>
  stack(`currentpage="[${deck}],track_loaded"`, page(), page(`[${deck}],play`));
const skin = `<!DOCTYPE skin>
<skin>
  <manifest>
    <title>Cue</title>
    <attributes><attribute config_key="[Master],num_decks">2</attribute></attributes>
  </manifest>
  <ObjectName>Cue</ObjectName>
  <Layout>vertical</Layout>
  <Children>
    ${stack("", page("[Shoutcast],enabled"))}
    ${playOnceLoaded("Channel1")}
    ${playOnceLoaded("Channel2")}
  </Children>
</skin>
`;

/**
 * The sound configuration: without an output Mixxx asks what to do. Its pace is that of the network, not of the sound
 * card.
 */
const soundConfig = `<!DOCTYPE SoundManagerConfig>
<SoundManagerConfig samplerate="44100" latency="6" api="ALSA" sync_buffers="2" force_network_clock="1" deck_count="2">
  <SoundDevice name="default" alsaHwDevice="" portAudioIndex="0">
    <output index="0" channel="0" channel_count="2" type="Master"/>
  </SoundDevice>
</SoundManagerConfig>
`;

/** Writes them under `folder`. Returns the arguments of Mixxx. */
export async function mixxxSettings(
  folder: string,
  profile: string,
  tracks: { artist: string; title: string; seconds: number }[],
): Promise<string[]> {
  const music = join(folder, "music");
  for (const path of [music, join(folder, "skins", "Cue"), join(folder, "broadcast_profiles")])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, "skins", "Cue", "skin.xml"), skin);
  writeFileSync(join(folder, "soundconfig.xml"), soundConfig);
  writeFileSync(join(folder, "mixxx.cfg"), "[Config]\nVersion 2.3.3\nResizableSkin Cue\n");
  writeFileSync(join(folder, "broadcast_profiles", "Cue.bcp.xml"), profile);

  // Mixxx makes the other tables. Without a folder of music it asks for one.
  const database = new DatabaseSync(join(folder, "mixxxdb.sqlite"));
  database.exec("CREATE TABLE directories (directory TEXT UNIQUE)");
  database.prepare("INSERT INTO directories VALUES (?)").run(music);
  database.close();

  const files: string[] = [];
  for (const [index, { artist, title, seconds }] of tracks.entries()) {
    const file = join(music, `${index}.wav`);
    const metadata = ["-metadata", `artist=${artist}`, "-metadata", `title=${title}`];
    const sound = ["-f", "lavfi", "-i", `sine=duration=${seconds}`, "-ac", "2"];
    await promisify(execFile)("ffmpeg", ["-v", "error", ...sound, ...metadata, file]);
    files.push(file);
  }
  // The files come first: it takes whatever follows the name of an option for one of them too.
  return [...files, "--settingsPath", `${folder}/`, "--safeMode"];
}
