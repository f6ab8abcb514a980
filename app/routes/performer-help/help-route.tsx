import text from "#app/content/broadcasting-help.md";
import { contactSlot } from "#app/content/contact-slot.tsx";
import { textMeta } from "#app/content/text-meta.ts";
import { TextPage } from "#app/content/text-page.tsx";
import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/help-route";

export function loader({ context }: Route.LoaderArgs) {
  const { ingestHost, ingestPort, contact } = context.get(appContext).config;
  return { text, address: ingestHost, port: ingestPort, contact };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return textMeta(loaderData?.text);
}

export default function HelpRoute({ loaderData }: Route.ComponentProps) {
  const { text, address, port, contact } = loaderData;
  return <TextPage text={text} slots={{ address, port, contact: contactSlot(contact) }} />;
}
