import text from "#app/content/how-to-use.md";
import { textMeta } from "#app/content/text-meta.ts";
import { TextPage } from "#app/content/text-page.tsx";
import type { Route } from "./+types/how-to-use-route";

export function loader() {
  return { text };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return textMeta(loaderData?.text);
}

export default function HowToUseRoute({ loaderData }: Route.ComponentProps) {
  return <TextPage text={loaderData.text} />;
}
