import { contactSlot } from "#app/content/contact-slot.tsx";
import text from "#app/content/privacy.md";
import { textMeta } from "#app/content/text-meta.ts";
import { TextPage } from "#app/content/text-page.tsx";
import { appContext } from "#app/router-context.ts";
import type { Route } from "./+types/route";

export function loader({ context }: Route.LoaderArgs) {
  const { contact, canSendEmail } = context.get(appContext).config;
  return { text, contact, canSendEmail };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return textMeta(loaderData?.text);
}

export default function PrivacyRoute({ loaderData }: Route.ComponentProps) {
  const { text, contact, canSendEmail } = loaderData;
  return <TextPage text={text} slots={{ contact: contactSlot(contact), sendsEmail: canSendEmail }} />;
}
