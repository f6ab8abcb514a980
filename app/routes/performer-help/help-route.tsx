import text from "#app/content/broadcasting-help.md";
import { contactSlot } from "#app/content/contact-slot.tsx";
import { textMeta } from "#app/content/text-meta.ts";
import { TextPage } from "#app/content/text-page.tsx";
import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/help-route";

export function loader({ context }: Route.LoaderArgs) {
  const { ingestHost, ingestPort, contact } = context.get(appContext).config;
  return { address: ingestHost, port: ingestPort, contact };
}

export function meta(): Route.MetaDescriptors {
  return textMeta(text);
}

export default function HelpRoute({ loaderData: { address, port, contact } }: Route.ComponentProps) {
  return <TextPage text={text} slots={{ address, port, contact: contactSlot(contact) }} />;
}
