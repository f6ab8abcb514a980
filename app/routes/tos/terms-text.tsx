import { Points, TextLink, type TextSection, WriteToUs } from "../privacy/text-page.tsx";

export function termsSections(contact: string | null): TextSection[] {
  return [
    {
      id: "what",
      title: "What Cue is",
      body: (
        <p>
          Cue carries live sets from performers to listeners. Listening is free and needs no account.
          Performing, chatting, following and keeping tracks need one, and are free as well: no money changes
          hands on Cue today, neither yours nor your listeners'.
        </p>
      ),
    },
    {
      id: "account",
      title: "Your account",
      body: (
        <Points>
          {[
            "One account is for one person or one act. You must be old enough to agree to this where you live.",
            "Choose a name that is not somebody else's. Names made to be mistaken for another are refused.",
            "Keep your password and your stream credentials to yourself. What is done with them counts as done by you; if they got out, end your sessions and reset your mount.",
          ]}
        </Points>
      ),
    },
    {
      id: "play",
      title: "What you play",
      body: (
        <>
          <p>
            You decide what you broadcast, and you answer for it: you need the rights to play it to the public
            where that is required of you. Your sets and your words stay yours. You let Cue carry them to
            whoever listens, for as long as they are live, and show your name, your pictures and the titles
            you played beside them.
          </p>
          <p>Sets are not recorded by Cue.</p>
        </>
      ),
    },
    {
      id: "behave",
      title: "How to behave",
      body: (
        <>
          <p>Talk to people as you would across a booth. Not welcome here:</p>
          <Points>
            {[
              "harassing, threatening or degrading anybody, or calling on others to do so;",
              "pretending to be somebody else, or using an account that is not yours;",
              "sexual or violent content that its audience did not choose, and anything that is against the law;",
              "advertising to people who did not ask for it, and moving numbers with programs;",
              "trying to break, overload or get around what protects this service. If you find a hole, tell us before you tell others.",
            ]}
          </Points>
        </>
      ),
    },
    {
      id: "reports",
      title: "Reports and suspension",
      body: (
        <p>
          Anybody can report an account from its profile. People look at each report; nothing happens
          automatically, however many come. Whoever breaks these terms can be suspended: their sessions and
          streams end and they cannot log in. If you think that was a mistake, tell us why.
        </p>
      ),
    },
    {
      id: "promise",
      title: "What we promise, and what not",
      body: (
        <p>
          We keep to what the <TextLink to="/privacy">privacy page</TextLink> says, and count plays, favorites
          and cheers honestly. We cannot promise that Cue is always there or never fails, and it comes without
          any further warranty. Whatever the law where you live gives you in spite of that stays yours.
        </p>
      ),
    },
    {
      id: "end",
      title: "Changes and ending",
      body: (
        <>
          <p>
            You can leave at any time: <TextLink to="/settings/data">your settings</TextLink> have your data
            to download and a button that deletes your account.
          </p>
          <p>
            When these terms change in a way that matters, they say so here before it holds, with the date.
            Should this instance close, its users are told in time to take their data with them.
          </p>
        </>
      ),
    },
    {
      id: "contact",
      title: "Questions",
      body: (
        <p>
          For anything about these terms, <WriteToUs contact={contact} />.
        </p>
      ),
    },
  ];
}
