/** The text of the one special stage; an empty line starts a paragraph. */
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
