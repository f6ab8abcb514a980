import { Fragment } from "react";
import { Link, useRouteLoaderData } from "react-router";
import { linksIn, pathOn } from "../links-in.ts";

/** Addresses of this site that are not pages: files, streams and calls. */
const isNoPage = /^\/(?:api|live|ingest|realtime|pictures|dev|calendar|feed|kept|oembed)(?:[/?#]|$)/;

const look = "underline decoration-edge underline-offset-2 hover:decoration-ink";

/** The text of `LinkedText` with addresses in it. The default export of its own chunk. */
export default function Links({ text }: { text: string }) {
  const root = useRouteLoaderData<{ origin: string }>("root");
  return linksIn(text).map(({ at, text: words, href, host }) => {
    if (href === null) return <Fragment key={at}>{words}</Fragment>;
    const path = pathOn(root?.origin ?? "", href) ?? pathOn(globalThis.location?.origin ?? "", href);
    if (path !== null && !isNoPage.test(path)) {
      return (
        <Link key={at} to={path} className={look}>
          {words}
        </Link>
      );
    }
    return (
      <a
        key={at}
        href={href}
        // The real target, even where the text looks like another one.
        title={href}
        target="_blank"
        rel="nofollow ugc noopener noreferrer"
        className={look}
      >
        <bdi>{words}</bdi>
        {host !== null && (
          <bdi dir="ltr" className="text-ink-3">
            {" "}
            ({host})
          </bdi>
        )}
      </a>
    );
  });
}
