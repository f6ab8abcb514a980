import { appContext } from "#app/router-context.ts";
import { TextPage } from "../privacy/text-page.tsx";
import type { Route } from "./+types/route";
import { termsSections } from "./terms-text.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return { contact: context.get(appContext).config.contact };
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Terms · Cue" },
    { name: "description", content: "What you can count on at Cue, and what is asked of you." },
  ];
}

export default function TermsRoute({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title="Terms"
      lead="What you can count on here, and what is asked of you. By making an account you agree to it."
      asOf="21 November 2026"
      sections={termsSections(loaderData.contact)}
    />
  );
}
