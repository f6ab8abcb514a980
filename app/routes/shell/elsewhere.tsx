import { useRouteLoaderData } from "react-router";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import type { ShellData } from "./shell-data.ts";

const ElsewhereLinks = lazyPart(() => import("./elsewhere-links.tsx"));

/** Other places of this instance's community. Most instances have none, and load nothing for it. */
export function Elsewhere({ className }: { className?: string }) {
  const links = useRouteLoaderData<ShellData>("routes/shell/route")?.links;
  if (!links || Object.values(links).every((href) => !href)) return null;
  return (
    <InBrowser>
      <ElsewhereLinks links={links} {...(className !== undefined && { className })} />
    </InBrowser>
  );
}
