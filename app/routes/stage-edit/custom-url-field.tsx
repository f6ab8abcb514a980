import { toCustomUrl } from "#app/domains/air/stages/custom-url.ts";
import { Field } from "#app/ui/field.tsx";
import { useOrigin } from "../shell/viewer.ts";

/** Accepts any text and shows the address that it becomes. */
export function CustomUrlField({
  value,
  wish = "",
  error,
  onChange,
}: {
  value: string;
  /** The source of the address while the field is empty. */
  wish?: string;
  error?: string | null;
  onChange: (value: string) => void;
}) {
  const host = useOrigin().replace(/^https?:\/\//, "");
  const url = toCustomUrl(value.trim() === "" ? wish : value);
  return (
    <Field
      label="Custom URL"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={80}
      value={value}
      error={error}
      hint={
        <>
          lowercase-letters-and-dashes-only
          {url !== "" && (
            <span className="block">
              {host}/room/<strong className="text-ink-2">{url}</strong>
            </span>
          )}
        </>
      }
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
