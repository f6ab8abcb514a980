import { TextLink } from "../privacy/text-page.tsx";
import { Drawing, Key, Label } from "./drawing.tsx";
import type { GuideText } from "./guide-page.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { Ui } from "./words.tsx";

const places = ["AUDIO", "CONTROLLERS", "INTERFACE", "MAPPING", "BROADCAST", "RECORD", "LICENSES", "OPTIONS"];

export const virtualDjText: GuideText = {
  program: "virtualdj",
  title: "VirtualDJ",
  lead: "VirtualDJ broadcasts to Icecast servers such as ours by itself, in MP3 or Ogg Vorbis. It needs a Pro licence for that; without one, send its sound through BUTT.",
  steps: [
    {
      title: "Choose a radio server",
      body: (
        <>
          <p>
            Open the settings (the gear at the top right) and there <Ui>BROADCAST</Ui>. Of the ways to
            broadcast choose the radio server, not the direct one from your own computer and not a podcast.
          </p>
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
        </>
      ),
    },
    {
      title: "Enter the server",
      body: (
        <>
          <p>
            Add a server and copy these values. Type or format is <Ui>IceCast</Ui>, in MP3: with ShoutCast
            there is no mount, and we could not know whose stream it is. The address stands alone, without{" "}
            <code>http://</code>.
          </p>
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
        </>
      ),
    },
    {
      title: "Set the level",
      body: (
        <p>
          What goes out is the master. Keep its meter out of the red at the loudest passage. With an external
          mixer VirtualDJ hears its own decks only before the mixer: plug the mixer's record output into an
          input of your sound card and choose that as record input under <Ui>AUDIO</Ui>.
        </p>
      ),
    },
    {
      title: "Go on air",
      body: (
        <p>
          Press the button that starts broadcasting. VirtualDJ says that it is connected; within seconds we
          show it in the stream test or on your dashboard. Artist and title of what you play are sent with it.
        </p>
      ),
    },
  ],
  file: {
    action: "Download the server entry",
    body: (
      <>
        <p>
          VirtualDJ imports no such files, so this is for those who edit its settings by hand. Close
          VirtualDJ, open <code>settings.xml</code> in its folder (on Windows under <Ui>AppData, Local</Ui> or
          Documents, on a Mac under <Ui>Library, Application Support</Ui> or Documents), and keep a copy.
        </p>
        <p>
          Put our line in place of the element <code>broadcastServers</code>. When VirtualDJ is open again,
          check that the format reads IceCast and MP3.
        </p>
      </>
    ),
  },
  more: (
    <section aria-labelledby="limits" className="space-y-3">
      <h2 id="limits" className="display text-28 text-ink">
        Good to know
      </h2>
      <p>
        The words on the buttons differ a little between the versions since 8. What has to be there is the
        same: an Icecast server with address, port, mount, the name <code>source</code> and a password.
      </p>
      <p>
        No Pro licence? <TextLink to="/djs/butt">BUTT</TextLink> takes what VirtualDJ plays from your sound
        card, on Windows without any cable.
      </p>
    </section>
  ),
};
