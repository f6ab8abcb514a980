import type { Slots } from "#app/content/prose.tsx";
import { Aerial, Drawing, Key, Label } from "./drawing.tsx";
import { FileDownload } from "./file-download.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

/** Drawings of Mixxx's windows, and its file. */
export const mixxxSlots: Slots = {
  serverPanel: (
    <SettingsPanel
      caption="Mixxx, Preferences, Live Broadcasting, filled in with your values."
      window="Preferences"
      places={["Sound Hardware", "Library", "Controllers", "Interface", "Recording", "Live Broadcasting"]}
      current="Live Broadcasting"
      groups={[
        {
          title: "Server connection",
          fields: [
            { label: "Type", choice: "Icecast 2" },
            { label: "Mount", value: "mount" },
            { label: "Host", value: "address" },
            { label: "Port", value: "port" },
            { label: "Login", text: "source" },
            { label: "Password", value: "password" },
          ],
        },
        {
          title: "Automatic reconnect",
          fields: [{ label: "Enable automatic reconnect", isChecked: true }],
        },
        {
          title: "Encoding",
          fields: [
            { label: "Bitrate", choice: "192 kbps" },
            { label: "Format", choice: "MP3" },
            { label: "Channels", choice: "Stereo" },
          ],
        },
        {
          title: "Metadata",
          fields: [
            { label: "Use static artist and title", isChecked: false },
            { label: "Dynamically update Ogg Vorbis metadata", isChecked: true },
            { label: "Use UTF-8 encoding for metadata", isChecked: true },
          ],
        },
      ]}
    />
  ),
  airDrawing: (
    <Drawing
      alt="The top bar of Mixxx with the buttons Rec, On Air and Settings. On Air is marked to be pressed."
      height={72}
    >
      <Key x={16} y={18} width={84} height={36}>
        REC
      </Key>
      <Key x={116} y={18} width={132} height={36} isLit>
        <Aerial x={140} y={36} />
        <Label x={164} y={42} isLit>
          ON AIR
        </Label>
      </Key>
      <Key x={264} y={18} width={120} height={36}>
        SETTINGS
      </Key>
    </Drawing>
  ),
  download: <FileDownload program="mixxx">Download Cue.bcp.xml</FileDownload>,
};
