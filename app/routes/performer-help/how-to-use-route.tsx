import text from "#app/content/how-to-use.md";
import { textMeta } from "#app/content/text-meta.ts";
import { TextPage } from "#app/content/text-page.tsx";
import type { Route } from "./+types/how-to-use-route";

export function meta(): Route.MetaDescriptors {
  return textMeta(text);
}

export default function HowToUseRoute() {
  return <TextPage text={text} />;
}
