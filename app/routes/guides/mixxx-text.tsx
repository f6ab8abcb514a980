import { Aerial, Drawing, Key, Label } from "./drawing.tsx";
import type { GuideText } from "./guide-page.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { Ui } from "./words.tsx";

export const mixxxText: GuideText = {
  program: "mixxx",
  title: "Mixxx",
  lead: "Mixxx is free and broadcasts to Icecast servers such as ours by itself, with the titles of what you play. It runs on Windows, macOS and Linux.",
  steps: [
    {
      title: "Make a connection",
      body: (
        <p>
          Open <Ui>Options, Preferences</Ui> (on a Mac <Ui>Mixxx, Preferences</Ui>) and there{" "}
          <Ui>Live Broadcasting</Ui>. Under <Ui>Live Streaming outputs</Ui> press{" "}
          <Ui>Create new connection</Ui>, name it Cue, and see that it is ticked.
        </p>
      ),
    },
    {
      title: "Enter the server",
      body: (
        <>
          <p>
            Copy these values. The host stands alone, without <code>http://</code> and without the port.
          </p>
          <SettingsPanel
            caption="Mixxx, Preferences, Live Broadcasting, filled in with your values."
            window="Preferences"
            places={[
              "Sound Hardware",
              "Library",
              "Controllers",
              "Interface",
              "Recording",
              "Live Broadcasting",
            ]}
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
          <p>
            MP3 is the safe choice. Ogg Vorbis and Opus sound better at the same bitrate; without{" "}
            <Ui>Dynamically update Ogg Vorbis metadata</Ui> their titles stay away.
          </p>
        </>
      ),
    },
    {
      title: "Set the level",
      body: (
        <p>
          What goes out is the main mix. Keep the main meter out of the red with the <Ui>MAIN</Ui> knob. A
          microphone is part of it when it is set up under <Ui>Sound Hardware, Input</Ui>.
        </p>
      ),
    },
    {
      title: "Go on air",
      body: (
        <>
          <p>
            Press <Ui>ON AIR</Ui> at the top right, or <Ui>Options, Enable Live Broadcasting</Ui> (Ctrl+L). It
            turns green when you are connected and red when Mixxx could not connect.
          </p>
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
        </>
      ),
    },
  ],
  file: {
    action: "Download Cue.bcp.xml",
    body: (
      <>
        <p>
          The whole connection. Close Mixxx and put the file into the folder <code>broadcast_profiles</code>{" "}
          of its settings; when Mixxx is open again, the connection Cue is there. The folder is in
        </p>
        <ul className="space-y-2">
          <li className="border-l-2 border-tick pl-4">
            Windows: <code>%LOCALAPPDATA%\Mixxx</code>
          </li>
          <li className="border-l-2 border-tick pl-4">
            macOS: <code>~/Library/Containers/org.mixxx.mixxx/Data/Library/Application Support/Mixxx</code>
          </li>
          <li className="border-l-2 border-tick pl-4">
            Linux: <code>~/.mixxx</code>
          </li>
        </ul>
      </>
    ),
  },
};
