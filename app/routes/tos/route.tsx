import { contactSlot } from "#app/content/contact-slot.tsx";
import text from "#app/content/terms.md";
import { textMeta } from "#app/content/text-meta.ts";
import { TextPage } from "#app/content/text-page.tsx";
import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/route";

export function loader({ context }: Route.LoaderArgs) {
  return { text, contact: context.get(appContext).config.contact };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return textMeta(loaderData?.text);
}

export default function TermsRoute({ loaderData }: Route.ComponentProps) {
  return <TextPage text={loaderData.text} slots={{ contact: contactSlot(loaderData.contact) }} />;
}
