import { toCustomUrl } from "#app/domains/stages/custom-url.ts";
import { Field } from "#app/ui/field.tsx";
import { useOrigin } from "../shell/viewer.ts";

/** Takes any text and shows the address that it becomes. */
export function CustomUrlField({
  value,
  error,
  onChange,
}: {
  value: string;
  error?: string | null;
  onChange: (value: string) => void;
}) {
  const origin = useOrigin();
  const url = toCustomUrl(value);
  return (
    <Field
      label="Custom URL"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={80}
      placeholder="lowercase-letters-and-dashes-only"
      value={value}
      error={error}
      hint={
        url === "" ? (
          "lowercase-letters-and-dashes-only"
        ) : (
          <>
            lowercase-letters-and-dashes-only. The address will be{" "}
            <span className="text-ink-2">
              {origin.replace(/^https?:\/\//, "")}/room/<strong>{url}</strong>
            </span>
          </>
        )
      }
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
