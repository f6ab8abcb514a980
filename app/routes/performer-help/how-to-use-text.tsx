import { Points, TextLink, type TextSection } from "../privacy/text-page.tsx";

/** For performers who can connect: what happens then, and what is expected of them. */
export const howToUseSections: TextSection[] = [
  {
    id: "short",
    title: "In short",
    body: (
      <Points>
        {[
          "Connect and disconnect within 2 minutes of the start and end of your set. Outside of them your profile goes live instead.",
          "You can connect up to 30 minutes before your set: you wait on standby, and only you hear your encoder.",
          "Your profile is live within 10 seconds after you connect, and offline within 20 seconds after you disconnect.",
          "A stage goes live within 10 seconds after the encoder connects, once its set is due.",
          "One mount and one password, for stages and your profile alike. Nobody else may have them.",
          "Send artist and title; tracks that have both can be favorited.",
        ]}
      </Points>
    ),
  },
  {
    id: "first-time",
    title: "The first time",
    body: (
      <Points>
        {[
          <>
            Set up your program by its guide: <TextLink to="/djs/traktor">Traktor</TextLink>,{" "}
            <TextLink to="/djs/virtualdj">VirtualDJ</TextLink>, <TextLink to="/djs/mixxx">Mixxx</TextLink>, or{" "}
            <TextLink to="/djs/butt">everything else</TextLink>.
          </>,
          "Pass the stream test: it makes a mount for itself, and five seconds of solid sound at our server are enough. The level is measured there, so any browser will do.",
          "After the test your own mount and password are on your dashboard. Put them into your program in place of those of the test.",
        ]}
      </Points>
    ),
  },
  {
    id: "where",
    title: "Where you are heard",
    body: (
      <>
        <p>You connect the same way every time. Where you are heard is decided by the time:</p>
        <Points>
          {[
            "On a stage, when you have a set there and its time has come.",
            "On your own profile, at any other time. Whoever follows you with an alert is told.",
            "On-demand stages have a mount of their own, which their managers hold. Whoever connects to it is on that stage, without any schedule. A manager says who plays; you can be named once you agree to it, on the page of the stage, under People.",
          ]}
        </Points>
        <p>
          What you play on your profile counts for no track and no performance, is not sent to your
          music-hosting account, and no songs are recognised in it by themselves.
        </p>
      </>
    ),
  },
  {
    id: "windows",
    title: "When to connect",
    body: (
      <>
        <p>
          From 2 minutes before the start of your set the stage takes your sound as soon as it arrives. If
          somebody is playing before you, you wait on standby until your start: stay connected and keep
          playing, the stage changes over by itself. Silence is not sound: until you can be heard, the
          performer before you stays on.
        </p>
        <p>
          After the end you stay on air until the next performer can be heard, at most for 2 minutes: so the
          stage is not silent when somebody is late. From their set's start on, their first sound takes the
          stage, in the middle of your track if need be. Then disconnect: whoever stays connected longer is
          live on their profile.
        </p>
        <Points>
          {[
            "Up to 30 minutes early? You wait on standby: only you hear your encoder, and nobody is told. Your dashboard lets you play on your profile until then.",
            "Earlier than that? You are live on your profile, and the stage takes you over from there.",
            "Done early? End your set on your dashboard or on its page. Your encoder may go on: only you hear it.",
            "Too late? Connect: you are on the stage for what is left of your set.",
            "Lost your line? The stage waits some seconds for you. Let your program reconnect by itself, with the same mount.",
          ]}
        </Points>
      </>
    ),
  },
  {
    id: "checklist",
    title: "Before every set",
    body: (
      <Points>
        {[
          <>
            Ten minutes before: <TextLink to="/djs/audiotest">run an audio test</TextLink>, or turn on “Test
            off air” beside your encoder’s level. Listen to yourself; nobody else hears it. The test ends
            after 15 minutes, and with the start of your set: then you are on the air.
          </>,
          "A cable instead of Wi-Fi; nothing else that uploads.",
          "Levels: loud passages peak at about -6 dB, and the red is never lit for long.",
          "Two minutes before: connect, play, and look at your dashboard. It says what the stage does with your sound.",
          "Ask a friend to listen. What you hear on your own page comes some seconds later.",
        ]}
      </Points>
    ),
  },
  {
    id: "during",
    title: "While you play",
    body: (
      <>
        <p>
          Your dashboard shows what our server hears: level, silence, clipping and all else that{" "}
          <TextLink to="/djs/help#warnings">our warnings</TextLink> speak of. From the page of your set you
          open the live dashboard, with listeners, tracks, favorites and cheers as they come.
        </p>
        <p>
          You can talk to your listeners in the chat of the stage. A microphone in your mix works as well.
        </p>
      </>
    ),
  },
  {
    id: "titles",
    title: "Titles",
    body: (
      <>
        <p>
          We show what your program says it plays: artist and title, from its tags. Listeners see it at the
          moment they hear it.
        </p>
        <Points>
          {[
            "Clean up your tags. What is written there is what stands on the page, and what is favorited.",
            "Where there is one line for both, write “Artist - Title”.",
            "A track counts once in a set, however often its title is sent.",
            "Musicians: type what you play, or leave it out. A set without titles is a set.",
          ]}
        </Points>
      </>
    ),
  },
  {
    id: "bookings",
    title: "Booking a stage",
    body: (
      <>
        <p>
          <TextLink to="/djs/request">Book a stage performance</TextLink> on a stage that takes bookings: a
          day of the next 30, a start on the full or half hour, and between half an hour and three hours.
        </p>
        <Points>
          {[
            "Some stages approve by themselves; on others a manager accepts or declines. Until then the time is not yours.",
            "Some stages are for their members only.",
            "A manager can ask you, too. Such a request waits on your dashboard for your answer.",
            "You can change or cancel a set on its page. Cancel early: somebody else may want the time.",
          ]}
        </Points>
      </>
    ),
  },
  {
    id: "weekly",
    title: "Weekly sets and clock changes",
    body: (
      <>
        <p>
          Where a stage allows it, you book several weeks at once. Each week is a set of its own: it is
          changed by itself, and cancelled alone or with those after it.
        </p>
        <p>
          A weekly set keeps its local time in the time zone it was booked in. If that is 20:00 in Berlin, it
          is 20:00 in Berlin in winter and in summer, and moves by an hour for whoever lives where the clocks
          do not change, or change on another day. All pages show times in the reader's own zone; the form
          says before you book which weeks move.
        </p>
      </>
    ),
  },
  {
    id: "uploads",
    title: "Uploads to your music-hosting account",
    body: (
      <p>
        Link your account under <TextLink to="/settings/social/mixcloud">Settings</TextLink> first, and set
        there whether your sets are marked for upload, with which tags and which picture. For each booking you
        choose anew, with a name of its own. What you play on your profile is never uploaded.
      </p>
    ),
  },
  {
    id: "key",
    title: "Your mount and password",
    body: (
      <>
        <p>
          Together they are your key: whoever has them is heard in your name. They are shown only to you, only
          when you ask for them, and are on no page and in no feed.
        </p>
        <Points>
          {[
            "Do not show them in a screen share or a video of your setup. Our ready-made files hold them, too.",
            "Somebody has seen them? Reset Mount on your dashboard: the old key expires at once, and what plays on it ends within five seconds.",
            "After a reset put the new values into every program that you broadcast with.",
            "You never have to tell them to anybody, also not to us or to the manager of a stage.",
          ]}
        </Points>
      </>
    ),
  },
  {
    id: "after",
    title: "Afterwards",
    body: (
      <p>
        Past performances stand on your dashboard and on your profile, with peak listeners, favorites, cheers
        and the tracks you played. You can hide your numbers under{" "}
        <TextLink to="/settings/dj">Settings</TextLink>.
      </p>
    ),
  },
];
