import { Aerial, Drawing, Key, Label, Meter } from "./drawing.tsx";
import type { GuideText } from "./guide-page.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { Ui } from "./words.tsx";

/** The pages of its preferences that a guide names. */
const places = ["Audio Setup", "Output Routing", "Input Routing", "Mix Recorder", "Broadcasting"];

export const traktorText: GuideText = {
  program: "traktor",
  title: "Traktor",
  lead: "Traktor Pro 3 and 4 broadcast to Icecast servers such as ours by themselves. They send Ogg Vorbis, and the titles of what you play.",
  steps: [
    {
      title: "Send the recorder what you play",
      body: (
        <>
          <p>
            Traktor broadcasts what its recorder hears. Open <Ui>Preferences</Ui> (the gear at the top right)
            and there <Ui>Mix Recorder</Ui>. With Traktor's own mixer the source is <Ui>Internal</Ui>. With an
            external mixer it is <Ui>External</Ui>, and the input is the one that your mixer's record output
            is plugged into (<Ui>Input Routing</Ui>, <Ui>Input FX Send</Ui> or an input of its own).
          </p>
          <SettingsPanel
            caption="Traktor, Preferences, Mix Recorder: the source of what is recorded and broadcast."
            window="Preferences"
            places={places}
            current="Mix Recorder"
            groups={[{ title: "Audio Recorder", fields: [{ label: "Source", choice: "Internal" }] }]}
          />
        </>
      ),
    },
    {
      title: "Enter the server",
      body: (
        <>
          <p>
            Still in the preferences, open <Ui>Broadcasting</Ui> and copy these values. There is no field for
            a name to log in with: none is needed. The address stands alone, without <code>http://</code>.
          </p>
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
        </>
      ),
    },
    {
      title: "Set the level",
      body: (
        <p>
          Open the <Ui>Audio Recorder</Ui> in the Global section at the top (the icon of a cassette). Turn its{" "}
          <Ui>Gain</Ui> until the meter moves high into its range at the loudest passage and never stays red.
          What clips here clips for everybody who listens.
        </p>
      ),
    },
    {
      title: "Go on air",
      body: (
        <>
          <p>
            In the same panel press the button with the aerial. It is lit while you are connected.{" "}
            <b className="text-ink">If it blinks</b>, Traktor could not connect: look at address, port, mount
            and password again, press it off, wait five seconds and press it on.
          </p>
          <Drawing
            alt="Traktor's Audio Recorder panel in the Global section: a gain knob, the record button, the broadcast button with an aerial, which is marked to be pressed, and a level meter in the green."
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
        </>
      ),
    },
  ],
  file: {
    action: "Download Cue.tsi",
    body: (
      <>
        <p>
          It holds the server settings of step 2 and nothing else of Traktor. In the preferences press{" "}
          <Ui>Import</Ui> (bottom left), choose the file, and confirm.
        </p>
        <p>
          Look at the broadcasting page once it is done: if your version did not take it over, copy the values
          from this page.
        </p>
      </>
    ),
  },
  more: (
    <>
      <section aria-labelledby="limits" className="space-y-3">
        <h2 id="limits" className="display text-28 text-ink">
          Good to know
        </h2>
        <p>
          Traktor sends Ogg Vorbis only. That is fine here: listeners get what their player can play. Choose
          192 kBit/s; lower it if your upload is weak, not below 128.
        </p>
        <p>
          A track's artist and title reach the page when its deck is heard. What is loaded but not heard is
          not sent.
        </p>
        <p>
          Traktor DJ for the iPad and Traktor Play cannot broadcast. Send their sound to a computer with BUTT
          on it.
        </p>
      </section>
    </>
  ),
};
