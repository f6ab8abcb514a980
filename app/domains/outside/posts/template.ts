/** Texts of posts with placeholders. Pure; the page that edits them and the server that posts them both use it. */

export const placeholders = ["performer", "stage", "set", "time", "link"] as const;
export type Placeholder = (typeof placeholders)[number];

export type TemplatePart = { text: string } | { placeholder: Placeholder };

/** The parts of a text; or what it has in braces that is no placeholder. */
export function readTemplate(
  template: string,
): { ok: true; parts: TemplatePart[] } | { ok: false; unknown: string } {
  const parts: TemplatePart[] = [];
  for (const [index, piece] of template.split(/\{([^{}]*)\}/).entries()) {
    // What was between braces is at the odd places.
    if (index % 2 === 0) {
      if (piece !== "") parts.push({ text: piece });
      continue;
    }
    const placeholder = placeholders.find((each) => each === piece.trim().toLowerCase());
    if (placeholder === undefined) return { ok: false, unknown: `{${piece}}` };
    parts.push({ placeholder });
  }
  return { ok: true, parts };
}

const named = placeholders.map((each) => `{${each}}`);

/** Returns the reason why a text cannot be used, in a sentence for its owner; null where it can. */
export function templateProblem(template: string): string | null {
  const read = readTemplate(template);
  return read.ok
    ? null
    : `${read.unknown} is not a placeholder. You can use ${named.slice(0, -1).join(", ")} and ${named.at(-1)}.`;
}

/** Whether a text contains one of these placeholders. */
export function hasPlaceholder(template: string, wanted: readonly Placeholder[]): boolean {
  const read = readTemplate(template);
  return read.ok && read.parts.some((part) => "placeholder" in part && wanted.includes(part.placeholder));
}
