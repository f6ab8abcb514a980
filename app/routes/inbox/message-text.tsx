import { linksIn } from "./links-in.ts";

/** What somebody wrote, with its addresses as links. Nothing is fetched from there until somebody follows one. */
export function MessageText({ text }: { text: string }) {
  return (
    <span className="whitespace-pre-line" dir="auto">
      {linksIn(text).map((part) =>
        part.href === null ? (
          <span key={part.at}>{part.text}</span>
        ) : (
          <a
            key={part.at}
            href={part.href}
            // Where it leads, also where the words are made to look like another place.
            title={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline decoration-edge underline-offset-2 hover:decoration-ink"
          >
            {part.text}
          </a>
        ),
      )}
    </span>
  );
}
