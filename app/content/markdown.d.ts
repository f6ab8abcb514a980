declare module "*.md" {
  import type { LongText } from "#app/content/long-text.ts";

  const text: LongText;
  export default text;
}
