import { type ComponentProps, useState } from "react";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { RequestList } from "./request-list.tsx";

const Requests = lazyPart(() =>
  import("./request-list.tsx").then((module) => ({ default: module.RequestList })),
);

/** The list of requests on a page that most often has none: until there is one nothing of the list is loaded. */
export function LaterRequestList(props: ComponentProps<typeof RequestList>) {
  // An answered request leaves the focus in the list, also where it was the last one.
  const [isWanted, setWanted] = useState(props.requests.length > 0);
  if (!isWanted && props.requests.length > 0) setWanted(true);
  if (!isWanted) return <p className="text-16 text-ink-2">{props.empty}</p>;
  return (
    <InBrowser fallback={<Skeleton className="h-40" />}>
      <Requests {...props} />
    </InBrowser>
  );
}
