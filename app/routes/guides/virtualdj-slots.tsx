import type { Slots } from "#app/content/prose.tsx";
import { Drawing, Key, Label } from "./drawing.tsx";
import { FileDownload } from "./file-download.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

const places = ["AUDIO", "CONTROLLERS", "INTERFACE", "MAPPING", "BROADCAST", "RECORD", "LICENSES", "OPTIONS"];

/** Drawings of VirtualDJ's settings, and its file. */
export const virtualDjSlots: Slots = {
  radioDrawing: (
    <Drawing
      alt="VirtualDJ's settings on the page Broadcast, with three ways to broadcast: direct, radio server and podcast. Radio server is marked to be chosen."
      height={176}
    >
      <Label x={16} y={30}>
        SETTINGS
      </Label>
      <Key x={16} y={46} width={130} height={36} isLit>
        BROADCAST
      </Key>
      <Key x={16} y={90} width={130} height={36}>
        RECORD
      </Key>
      <Key x={176} y={46} width={208} height={32}>
        Direct
      </Key>
      <Key x={176} y={86} width={208} height={32} isLit>
        Radio server
      </Key>
      <Key x={176} y={126} width={208} height={32}>
        Podcast
      </Key>
    </Drawing>
  ),
  serverPanel: (
    <SettingsPanel
      caption="VirtualDJ, Settings, Broadcast, a radio server filled in with your values."
      window="Settings"
      places={places}
      current="BROADCAST"
      groups={[
        {
          title: "Radio server",
          fields: [
            { label: "Name", text: "Cue" },
            { label: "Format", choice: "IceCast (MP3)" },
            { label: "Bitrate", choice: "192" },
            { label: "URL or host", value: "address" },
            { label: "Port", value: "port" },
            { label: "Mount", value: "mount" },
            { label: "Login", text: "source" },
            { label: "Password", value: "password" },
          ],
        },
      ]}
    />
  ),
  download: <FileDownload program="virtualdj">Download the server entry</FileDownload>,
};
