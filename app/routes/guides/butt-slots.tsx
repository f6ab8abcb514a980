import type { Slots } from "#app/content/prose.tsx";
import { CommandLine } from "./command-line.tsx";
import { Drawing, Key, Label, Meter } from "./drawing.tsx";
import { FileDownload } from "./file-download.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

const places = ["Main", "Audio", "Stream", "Record", "TLS", "DSP", "GUI"];

interface Target {
  address: string;
  port: number;
  mount: string;
  password: string;
}

const icecastUrl = ({ address, port, mount, password }: Target) =>
  `icecast://source:${password}@${address}:${port}/${mount}`;

const mp3 = "-c:a libmp3lame -b:a 192k -content_type audio/mpeg -f mp3";

/** Drawings of BUTT's windows, its file, and the commands that broadcast without it. */
export const buttSlots: Slots = {
  serverPanel: (
    <SettingsPanel
      caption="BUTT, Settings, Main, Server, Add, filled in with your values."
      window="butt settings"
      places={places}
      current="Main"
      groups={[
        {
          title: "Add server",
          fields: [
            { label: "Name", text: "Cue" },
            { label: "Type", choice: "Icecast" },
            { label: "Use SSL/TLS", isChecked: false },
            { label: "Address", value: "address" },
            { label: "Port", value: "port" },
            { label: "Password", value: "password" },
            { label: "IceCast mountpoint", value: "mount" },
            { label: "IceCast user", text: "source" },
          ],
        },
      ]}
    />
  ),
  audioPanel: (
    <SettingsPanel
      caption="BUTT, Settings, Audio."
      window="butt settings"
      places={places}
      current="Audio"
      groups={[
        {
          title: "Main Audio Settings",
          fields: [
            { label: "Primary Audio Device", choice: "your interface or mixer" },
            { label: "Channel mode", choice: "Stereo" },
            { label: "Samplerate", choice: "44100Hz or 48000Hz" },
          ],
        },
        {
          title: "Streaming",
          fields: [
            { label: "Codec", choice: "MP3" },
            { label: "Bitrate", choice: "192k" },
          ],
        },
      ]}
    />
  ),
  airDrawing: (
    <Drawing
      alt="The main window of BUTT: a display, below it buttons for recording, stopping and playing, and level meters in the green. Play is marked to be pressed."
      height={226}
    >
      <rect x={16} y={14} width={368} height={52} className="fill-ground stroke-tick" />
      <Label x={30} y={46}>
        connected to: Cue
      </Label>
      <Key x={16} y={86} width={56} height={46}>
        <circle cx={44} cy={109} r={9} className="fill-red" />
      </Key>
      <Key x={88} y={86} width={56} height={46}>
        <rect x={108} y={101} width={16} height={16} className="fill-ink-2" />
      </Key>
      <Key x={160} y={86} width={56} height={46} isLit>
        <path d="M180 98L200 109L180 120Z" className="fill-ink" />
      </Key>
      <Label x={188} y={156} isCentred isLit>
        press
      </Label>
      <Key x={272} y={86} width={112} height={46}>
        Settings
      </Key>
      <Meter x={16} y={178} width={368} />
      <Meter x={16} y={198} width={368} lit={0.66} />
    </Drawing>
  ),
  download: <FileDownload program="butt">Download cue.butt</FileDownload>,
  obsUrl: <CommandLine name="URL for OBS" line={icecastUrl} />,
  ffmpegWindows: (
    <CommandLine
      name="line for Windows"
      line={(target) => `ffmpeg -f dshow -i audio="Line In" ${mp3} ${icecastUrl(target)}`}
    />
  ),
  ffmpegMac: (
    <CommandLine
      name="line for macOS"
      line={(target) => `ffmpeg -f avfoundation -i ":0" ${mp3} ${icecastUrl(target)}`}
    />
  ),
  ffmpegLinux: (
    <CommandLine
      name="line for Linux"
      line={(target) => `ffmpeg -f pulse -i default ${mp3} ${icecastUrl(target)}`}
    />
  ),
  liquidsoapDownload: <FileDownload program="liquidsoap">Download cue.liq</FileDownload>,
};
