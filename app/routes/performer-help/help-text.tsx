import type { ReactNode } from "react";
import { Points, TextLink, type TextSection, WriteToUs } from "../privacy/text-page.tsx";
import { warnings } from "./warnings.ts";

interface Facts {
  address: string;
  port: number;
  contact: string | null;
}

/** What goes wrong, by what is to be seen of it. */
export function helpSections({ address, port, contact }: Facts): TextSection[] {
  return [
    {
      id: "first",
      title: "First of all",
      body: (
        <Points>
          {[
            <>
              Run the <TextLink to="/djs/audiotest">stream test</TextLink>. It tells apart what cannot
              connect, what connects without sound, and what is well.
            </>,
            `Compare all four values: address ${address}, port ${port}, your mount, your password. Copy them; a character that was typed wrong looks the same on every screen.`,
            "The name to log in with is source, wherever one is asked for. The server type is Icecast 2, not Shoutcast, and without TLS.",
            "Have you reset your mount, or passed the stream test since? Then there are new values.",
          ]}
        </Points>
      ),
    },
    {
      id: "errors",
      title: "What encoders say",
      body: (
        <>
          <Problem id="401" title="401, wrong password, authentication failed, access denied">
            <p>
              Mount and password do not belong together, or one of them has expired. Copy both again from your
              dashboard; the values of a stream test are good for that test only. The name is source. A space
              at the end counts, too, and so does a file ending such as .mp3 behind the mount: there is none.
            </p>
          </Problem>
          <Problem id="429" title="429, too many requests">
            <p>
              Wrong passwords have come from your network too often. Stop your program from trying again by
              itself, correct the values, and wait a minute.
            </p>
          </Problem>
          <Problem id="403" title="403, mountpoint in use, mount busy">
            <p>
              Something is connected with your mount already: another program, another computer, or the same
              one that lost its line and is not gone yet. Such a leftover is gone after five seconds. If it
              stays, and it is none of yours, somebody has your key: Reset Mount.
            </p>
          </Problem>
          <Problem id="404" title="404, mount not found">
            <p>
              There is more in the field of the mount than its name: the address, or another slash. Some
              programs want one slash before it and some do not; our guides say which.
            </p>
          </Problem>
          <Problem id="503" title="503, server full, service unavailable">
            <p>The stream server cannot check your key at this moment. Try again after a few seconds.</p>
          </Problem>
          <Problem id="refused" title="Connection refused, timeout, cannot connect, a blinking aerial">
            <p>
              Your program does not reach our server. The address stands alone in its field, without http://
              and without the port. If that is so, it is the way: see below.
            </p>
          </Problem>
          <Problem id="closed" title="It connects and is cut off at once">
            <p>
              The format is one we cannot play, or nothing is sent. Choose MP3 at 192 kbit/s to find out: if
              that works, it was the format.
            </p>
          </Problem>
        </>
      ),
    },
    {
      id: "firewall",
      title: `Firewalls and port ${port}`,
      body: (
        <Points>
          {[
            `Your program connects outwards to ${address}, port ${port}, TCP. Nothing has to be opened inwards, and no port forwarded in a router.`,
            "In offices, hotels and clubs other ports than those of the web are often shut. Ask for this one, or use the network of a phone to find out.",
            "Firewalls on your own computer ask once for each program. If you said no then, allow it in the settings of the system or of the virus scanner.",
            "A VPN or a proxy is one more thing that can stand still. Try without.",
          ]}
        </Points>
      ),
    },
    {
      id: "not-live",
      title: "Connected, but not on the stage",
      body: (
        <Points>
          {[
            "You are on standby: you connected before your set, or somebody is playing before you. The stage takes you at your start.",
            "You are live on your profile: you connected more than 30 minutes before your set, or it is later than 2 minutes after its end.",
            "Your set was cancelled, moved or ended while you were connected. You are on standby then; your dashboard says why, and lets you play on your profile.",
            "No sound yet: a stage takes nobody who is silent, and the performer before you stays on. Play something: from -60 dB on you are heard.",
            "The set is not confirmed, or it is on another day in your time zone. Your dashboard has it with your own time.",
            "You connected with the mount of a stream test. Take your own.",
          ]}
        </Points>
      ),
    },
    {
      id: "levels",
      title: "Levels",
      body: (
        <>
          <p>
            The meter on your dashboard shows what arrives at our server, in dB below full scale: 0 is the
            most that there is.
          </p>
          <Points>
            {[
              "Loud passages peak between -6 and -3 dB. That leaves room for the one moment that is louder.",
              "At 0 dB the sound is cut off: that is clipping, and it is audible.",
              "Below -30 dB listeners turn up, and then turn down in a hurry when the next performer comes.",
              "Set it in one place, as early as possible: gain of the channel first, then the master, then the encoder at 0 dB.",
            ]}
          </Points>
        </>
      ),
    },
    {
      id: "warnings",
      title: "What our warnings mean",
      body: (
        <>
          <p>
            While you are connected, our server measures your sound. What it finds stands on your dashboard,
            the gravest first; it is gone when it is mended.
          </p>
          {Object.entries(warnings).map(([code, { title, meaning, remedies }]) => (
            <Problem key={code} id={code} title={title}>
              <p>{meaning}</p>
              <Points>{remedies}</Points>
            </Problem>
          ))}
        </>
      ),
    },
    {
      id: "titles",
      title: "No titles, or the wrong ones",
      body: (
        <Points>
          {[
            "Is the file tagged? What has no artist and title in your library has none here.",
            "Mixxx with Ogg Vorbis or Opus: tick Dynamically update Ogg Vorbis metadata. With MP3: tick Use UTF-8 encoding for metadata.",
            "BUTT knows no titles by itself: Settings, Stream reads them from a player or a file.",
            "VirtualDJ and Traktor send the title of the deck that is heard. Start the fader low and it is not heard yet.",
            "The same title twice in a row is one track. Loops, samples and jingles need no title.",
          ]}
        </Points>
      ),
    },
    {
      id: "network",
      title: "Gaps and dropped connections",
      body: (
        <Points>
          {[
            "A stream of 192 kbit/s needs an upload of about 0.3 Mbit/s, all the time. A speed test shows the best moment, not the worst.",
            "Wi-Fi is the usual culprit. A cable costs less than a set.",
            "Let the program reconnect by itself: Mixxx Enable automatic reconnect, BUTT Force reconnecting. A stage waits some seconds for you.",
            "Energy saving puts computers and USB ports to sleep. Switch it off while you play.",
          ]}
        </Points>
      ),
    },
    {
      id: "key",
      title: "Somebody else broadcasts in my name",
      body: (
        <p>
          Press Reset Mount on your <TextLink to="/djs">dashboard</TextLink>. The old key expires at once and
          what plays on it ends within five seconds. Then change the password of your account and look at the
          devices under <TextLink to="/settings/security">Settings</TextLink>.
        </p>
      ),
    },
    {
      id: "ask",
      title: "Still stuck",
      body: (
        <p>
          Tell us which program and version you use, what it says word for word, and when it happened:{" "}
          <WriteToUs contact={contact} />. Never send your password. How sets and stages work is in{" "}
          <TextLink to="/djs/how-to-use">How to use Cue</TextLink>.
        </p>
      ),
    },
  ];
}

/** One problem with an address of its own, so that others can point at it. */
function Problem({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 space-y-2 pt-2">
      <h3 id={`${id}-title`} className="text-20 font-semibold text-ink">
        {title}
      </h3>
      {children}
    </section>
  );
}
