import { TextLink } from "../privacy/text-page.tsx";
import { Drawing, Key, Label, Meter } from "./drawing.tsx";
import type { GuideText } from "./guide-page.tsx";
import { OtherWays } from "./other-ways.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { Ui } from "./words.tsx";

const places = ["Main", "Audio", "Stream", "Record", "TLS", "DSP", "GUI"];

export const buttText: GuideText = {
  program: "butt",
  title: "All other software and hardware",
  lead: "Whatever makes your sound: BUTT, which is free and runs on Windows, macOS and Linux, sends any sound input of your computer to Cue. Programs and devices that speak Icecast need only the values.",
  steps: [
    {
      title: "Bring your sound to an input",
      body: (
        <ul className="space-y-3">
          <li className="border-l-2 border-tick pl-4">
            <Ui>Decks, a mixer, an instrument, a microphone:</Ui> into an audio interface. From a mixer take
            the record output, so that your booth and headphones stay your own.
          </li>
          <li className="border-l-2 border-tick pl-4">
            <Ui>A program on the same computer</Ui> (Rekordbox, Serato, Ableton Live, djay): on Windows BUTT
            lists what each output plays as a device of its own, marked WASAPI. On a Mac install a virtual
            device such as BlackHole and let your program play to it, too. On Linux connect the program to
            BUTT in the patchbay of PipeWire or JACK.
          </li>
          <li className="border-l-2 border-tick pl-4">
            <Ui>A controller with its own sound card:</Ui> many offer their mix as a record input. Look for it
            among the devices before you buy cables.
          </li>
        </ul>
      ),
    },
    {
      title: "Enter the server",
      body: (
        <>
          <p>
            Get BUTT (“broadcast using this tool”) from its author at danielnoethen.de/butt or from your
            system's package manager. Open <Ui>Settings, Main</Ui>, press <Ui>ADD</Ui> under <Ui>Server</Ui>{" "}
            and copy these values.
          </p>
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
        </>
      ),
    },
    {
      title: "Choose the input and the format",
      body: (
        <>
          <p>
            On the page <Ui>Audio</Ui> choose the input of step 1. The sample rate is the one that your
            interface runs at: a wrong one changes the pitch.
          </p>
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
          <p>
            AAC, Ogg Vorbis, Opus and FLAC work as well. On the page <Ui>Stream</Ui> tick{" "}
            <Ui>Force reconnecting</Ui>: then BUTT comes back by itself when your line has failed.
          </p>
        </>
      ),
    },
    {
      title: "Set the level and go on air",
      body: (
        <>
          <p>
            Play your loudest passage. The meters move up to about -6 dB and never stay in the red; use the
            slider below them or, better, the gain of your interface. Then press the play button.
          </p>
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
        </>
      ),
    },
    {
      title: "Send titles, if you like",
      body: (
        <p>
          Under <Ui>Stream</Ui> BUTT can read the title from a player (
          <Ui>Update song name from application</Ui>) or from a text file (<Ui>Update song name from file</Ui>
          ), which many DJ programs write. Write it as <Ui>Artist - Title</Ui>: that is how listeners can
          favorite it. Musicians may type what they play.
        </p>
      ),
    },
  ],
  file: {
    action: "Download cue.butt",
    body: (
      <>
        <p>
          Server, format and bitrate. In BUTT press <Ui>Settings, Main, Import</Ui> and choose the file, or
          start it as <code>butt -c cue.butt</code>. It takes the place of BUTT's other settings: press{" "}
          <Ui>Export</Ui> first if you want those back.
        </p>
        <p>Your audio device is still to be chosen: step 3.</p>
      </>
    ),
  },
  more: (
    <>
      <OtherWays />
      <p>
        Before a set, <TextLink to="/djs/audiotest">run an audio test</TextLink>: it costs half a minute and
        nobody hears it.
      </p>
    </>
  ),
};
