import type { ReactNode } from "react";
import { CommandLine } from "./command-line.tsx";
import { FileDownload } from "./file-download.tsx";
import { Ui } from "./words.tsx";

interface Target {
  address: string;
  port: number;
  mount: string;
  password: string;
}

const icecastUrl = ({ address, port, mount, password }: Target) =>
  `icecast://source:${password}@${address}:${port}/${mount}`;

const mp3 = "-c:a libmp3lame -b:a 192k -content_type audio/mpeg -f mp3";

/** What else can broadcast here: hardware, OBS, and programs without a window. */
export function OtherWays() {
  return (
    <>
      <Way id="hardware" title="Hardware encoders and other programs">
        <p>
          Anything that speaks <Ui>Icecast 2</Ui> can broadcast here: hardware encoders, SAM Broadcaster,
          RadioBOSS, Audio Hijack, apps for phones. It asks for:
        </p>
        <dl className="border-t border-tick">
          {facts.map(([name, value]) => (
            <div
              key={name}
              className="grid gap-x-4 border-b border-tick py-2 sm:grid-cols-[10rem_minmax(0,1fr)]"
            >
              <dt className="text-14 text-ink-3">{name}</dt>
              <dd className="text-ink">{value}</dd>
            </div>
          ))}
        </dl>
      </Way>
      <Way id="obs" title="OBS Studio">
        <p>
          OBS broadcasts here through its recorder, beside whatever it streams elsewhere. Open{" "}
          <Ui>Settings, Output</Ui>, set <Ui>Output Mode</Ui> to Advanced, and on the page <Ui>Recording</Ui>:
          Type <Ui>Custom Output (FFmpeg)</Ui>, FFmpeg Output Type <Ui>Output to URL</Ui>, Container Format{" "}
          <Ui>mp3</Ui>, Muxer Settings <code>content_type=audio/mpeg</code>, Audio Bitrate <Ui>192</Ui>, Audio
          Encoder <Ui>libmp3lame</Ui>, and this as the URL. Then <Ui>Start Recording</Ui> goes on air.
        </p>
        <CommandLine name="URL for OBS" line={icecastUrl} />
      </Way>
      <Way id="ffmpeg" title="ffmpeg">
        <p>A sound input of Windows, by its name; of a Mac, by its number; of Linux:</p>
        <CommandLine
          name="line for Windows"
          line={(target) => `ffmpeg -f dshow -i audio="Line In" ${mp3} ${icecastUrl(target)}`}
        />
        <CommandLine
          name="line for macOS"
          line={(target) => `ffmpeg -f avfoundation -i ":0" ${mp3} ${icecastUrl(target)}`}
        />
        <CommandLine
          name="line for Linux"
          line={(target) => `ffmpeg -f pulse -i default ${mp3} ${icecastUrl(target)}`}
        />
      </Way>
      <Way id="liquidsoap" title="Liquidsoap">
        <p>
          A script that broadcasts the sound input of the computer it runs on; from there on it is yours to
          change.
        </p>
        <FileDownload program="liquidsoap">Download cue.liq</FileDownload>
      </Way>
    </>
  );
}

const facts = [
  ["Server type", "Icecast 2 (not Shoutcast)"],
  ["Address and port", "as in step 2; no http:// before it, no TLS"],
  ["Mount", "your own, without a file ending"],
  ["User", "source"],
  ["Formats", "MP3, AAC, Ogg Vorbis, Ogg Opus, Ogg FLAC"],
  ["Sound", "stereo, 44.1 or 48 kHz, 128 to 320 kbit/s; 192 is a good choice"],
] as const;

function Way({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 space-y-3">
      <h2 id={`${id}-title`} className="display text-28 text-ink">
        {title}
      </h2>
      {children}
    </section>
  );
}
