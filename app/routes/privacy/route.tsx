import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/route";
import { privacySections } from "./privacy-text.tsx";
import { TextPage } from "./text-page.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { contact, canSendEmail } = context.get(appContext).config;
  return { contact, canSendEmail };
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Privacy · Cue" },
    { name: "description", content: "What Cue stores about you, for how long, and how you take it away." },
  ];
}

export default function PrivacyRoute({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title="Privacy"
      lead="What Cue stores about you, why, for how long, and how you take it away again. It is written from what the program does, not from what a form says it might do."
      asOf="21 November 2026"
      sections={privacySections(loaderData.contact, loaderData.canSendEmail)}
    />
  );
}
