import type { Slots } from "#app/content/prose.tsx";
import { Aerial, Drawing, Key, Label, Meter } from "./drawing.tsx";
import { FileDownload } from "./file-download.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

/** The pages of its preferences that the guide mentions. */
const places = ["Audio Setup", "Output Routing", "Input Routing", "Mix Recorder", "Broadcasting"];

/** Drawings of Traktor's windows, and its file. */
export const traktorSlots: Slots = {
  recorderPanel: (
    <SettingsPanel
      caption="Traktor, Preferences, Mix Recorder: the source of what is recorded and broadcast."
      window="Preferences"
      places={places}
      current="Mix Recorder"
      groups={[{ title: "Audio Recorder", fields: [{ label: "Source", choice: "Internal" }] }]}
    />
  ),
  serverPanel: (
    <SettingsPanel
      caption="Traktor, Preferences, Broadcasting, filled in with your values."
      window="Preferences"
      places={places}
      current="Broadcasting"
      groups={[
        { title: "Proxy Settings", fields: [{ label: "Proxy", choice: "None" }] },
        {
          title: "Server Settings",
          fields: [
            { label: "Address", value: "address" },
            { label: "Port", value: "port" },
            { label: "Mount Path", value: "mount" },
            { label: "Password", value: "password" },
            { label: "Format", choice: "Ogg Vorbis, 44100 Hz, 192 kBit/s" },
          ],
        },
      ]}
    />
  ),
  airDrawing: (
    <Drawing
      alt="Traktor's Audio Recorder panel in the Global section: a gain knob, the record button, the broadcast button with an antenna, marked to be pressed, and a level meter in the green."
      height={196}
    >
      <Label x={16} y={30}>
        AUDIO RECORDER
      </Label>
      <circle cx={48} cy={78} r={26} className="fill-control stroke-edge" strokeWidth={2} />
      <path d="M48 78L61 58" className="stroke-ink" strokeWidth={4} strokeLinecap="round" />
      <Label x={48} y={130} isCentred>
        Gain
      </Label>
      <Key x={112} y={54} width={64} height={50}>
        <circle cx={144} cy={79} r={10} className="fill-red" />
      </Key>
      <Key x={196} y={54} width={64} height={50} isLit>
        <Aerial x={228} y={79} />
      </Key>
      <Label x={228} y={130} isCentred isLit>
        press
      </Label>
      <Meter x={16} y={152} width={368} />
      <Meter x={16} y={170} width={368} lit={0.66} />
    </Drawing>
  ),
  download: <FileDownload program="traktor">Download Cue.tsi</FileDownload>,
};
