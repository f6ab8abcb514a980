import { appContext } from "#app/router-context.ts";
import { TextPage } from "../privacy/text-page.tsx";
import type { Route } from "./+types/help-route";
import { helpSections } from "./help-text.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { ingestHost, ingestPort, contact } = context.get(appContext).config;
  return { address: ingestHost, port: ingestPort, contact };
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Broadcasting help · Cue" },
    {
      name: "description",
      content: "What to do when an encoder does not connect, and what each warning about your sound means.",
    },
  ];
}

export default function HelpRoute({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title="Broadcasting help"
      lead="What to do when your encoder does not connect, when nobody hears you, or when we warn you about your sound."
      asOf="21 November 2026"
      sections={helpSections(loaderData)}
    />
  );
}
