/** The words of the one stage that has some of its own; an empty line begins a paragraph. */
export function SpecialBody({ text }: { text: string }) {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  return (
    <div className="max-w-[70ch] space-y-4 text-20 text-ink-2">
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line wrap-anywhere" dir="auto">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
