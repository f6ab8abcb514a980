import { Points, TextLink, type TextSection, WriteToUs } from "./text-page.tsx";

/** What is stored, from what the program does. Whoever changes the one changes the other. */
export function privacySections(contact: string | null, canSendEmail: boolean): TextSection[] {
  return [
    {
      id: "short",
      title: "In short",
      body: (
        <Points>
          {[
            "You can listen without an account, and then nothing about you is stored but an anonymous mark that keeps you from being counted twice.",
            "Cue shows no advertising, has no trackers, and loads nothing from anybody else's servers. Nothing about you is sold or given away.",
            "Network addresses are not stored.",
            <>
              You can download everything that is stored about you, and delete it, in{" "}
              <TextLink to="/settings/data">your settings</TextLink>. Deletion is at once and for good.
            </>,
          ]}
        </Points>
      ),
    },
    {
      id: "account",
      title: "Your account",
      body: (
        <>
          <p>To have an account you give a username, an email address and a password.</p>
          <Points>
            {[
              canSendEmail
                ? "The email address is used to confirm that it is yours, to recover your account, and to tell you what you switched on. Other users never see it."
                : "The email address is used to log in. This site sends no email. Other users never see your address.",
              "The password is stored only as a salted hash (scrypt), which cannot be turned back into it.",
              "If you switch on a second factor, its secret is stored sealed with a key that is not in the database, and your recovery codes as keyed hashes. Of a passkey only its public half is here; your fingerprint or face never leaves your device.",
              "What you write into your profile (names, bio, place, tags, equipment) is there to be read by anybody. All of it is optional.",
              "Who referred you, if somebody did, and how many came by your own link.",
              "Your settings, the notices you were sent, and what you write to us as feedback.",
            ]}
          </Points>
        </>
      ),
    },
    {
      id: "sessions",
      title: "Sessions and cookies",
      body: (
        <>
          <p>
            Cue sets two cookies, both only when you log in, and neither can be read by scripts. One holds
            your session; the database knows it only as a hash. The other lets this browser still try your
            password when strangers have used up the tries for your account.
          </p>
          <Points>
            {[
              "With each session are stored: what your browser calls itself, the country (two letters) that it was started from, when it was started, and when it was last used, to the hour. You see them in your settings and can end each.",
              "A session that is not used for 30 days ends, and every session ends after 180.",
              "Your browser itself keeps your theme and volume. Whose invitation you opened is kept there until you close the tab; if you go on to a store for the app, we keep it for a week under a keyed hash of the network you come from.",
            ]}
          </Points>
        </>
      ),
    },
    {
      id: "listening",
      title: "Listening and counting",
      body: (
        <>
          <p>
            A performance counts each listener once. For that one row is stored: with your account if you are
            logged in, else with a random name. While you listen, a keyed hash of your network tells you apart
            from others; it is another one on every stage and on every day, and is not stored. What the random
            name was made with is forgotten within a day, and neither is your address stored.
          </p>
          <p>
            What you favorite, cheer, follow and subscribe to is stored with your account, because these pages
            show it. You can hide whom you follow, and performers can hide their statistics.
          </p>
        </>
      ),
    },
    {
      id: "chat",
      title: "Chat",
      body: (
        <>
          <p>
            The chat of a stage or a profile is public. It keeps its newest 200 messages; older ones are
            deleted as new ones come. The owner of a profile can delete messages in its chat.
          </p>
          <p>
            Whom you block is stored to keep them away from you, and they are not told. A report goes to the
            people who run this instance with your name and the reason; whoever is reported does not see who
            it was.
          </p>
        </>
      ),
    },
    {
      id: "pictures",
      title: "Pictures",
      body: (
        <p>
          A picture you upload is decoded and drawn anew, and only the new one is stored. Whatever the file
          said beside its pixels, such as where and with which camera it was taken, is gone. Pictures of
          profiles are public. One that you replace or remove is deleted.
        </p>
      ),
    },
    {
      id: "broadcasting",
      title: "Broadcasting",
      body: (
        <>
          <p>
            If you perform, the sound of your set passes through and is gone seconds later: sets are not
            recorded. What is kept is what your software said about it (artist and title, with the time each
            was played), the figures of each set, and your own stream credentials.
          </p>
          <p>
            The server that takes in your stream sees the network address of your encoder while it is
            connected, as any server does.
          </p>
        </>
      ),
    },
    {
      id: "mail",
      title: "Mail",
      body: (
        <p>
          A mail to you waits in an outbox until it is sent. The copy is deleted soon after, within a week at
          the latest. Links in our mails hold a secret that works once; pages that they open tell no other
          site where they were opened from.
        </p>
      ),
    },
    {
      id: "logs",
      title: "Logs and counters",
      body: (
        <p>
          For each request a line is logged: what was asked for, how it ended, how long it took, and the id of
          your account if you were logged in. No names, no mail addresses, no network addresses. Tries of
          passwords and other things that must not be done too often are counted by keyed hash, and the counts
          run out within the hour.
        </p>
      ),
    },
    {
      id: "others",
      title: "Who else is involved",
      body: (
        <>
          <p>
            Cue runs on Cloudflare's network, which carries every request to it and stores its data on our
            behalf, and so necessarily sees the network address that a request comes from. Nobody else gets
            anything, unless you yourself connect an account at another service in your settings; then what
            you chose to share goes there.
          </p>
          <p>
            The people who run this instance can see what is stored. They look at it when something is broken
            or reported.
          </p>
        </>
      ),
    },
    {
      id: "yours",
      title: "Taking it away",
      body: (
        <>
          <p>
            In <TextLink to="/settings/data">your settings</TextLink> you can download all of it as one file
            that programs can read, and delete your account. Deleting means:
          </p>
          <Points>
            {[
              "You are logged out everywhere, and your sockets and streams end, within seconds.",
              "Your profile, settings, pictures, sessions, passkeys, follows, blocks, favorites, cheers, awards and sets are deleted. Your messages disappear from every chat.",
              "Stages keep which tracks were played and how many listened, without your name. Reports you made stay, without your name.",
              "Your username and email address are free again.",
              "There is no way back, so download first. Backups of the database forget within 30 days.",
            ]}
          </Points>
        </>
      ),
    },
    {
      id: "contact",
      title: "Questions",
      body: (
        <p>
          To ask what is stored about you, to have something corrected, or to object,{" "}
          <WriteToUs contact={contact} />. The <TextLink to="/tos">terms</TextLink> say what we ask of each
          other.
        </p>
      ),
    },
  ];
}
