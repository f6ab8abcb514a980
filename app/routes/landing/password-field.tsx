import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Field } from "#app/ui/field.tsx";

/** A password field with a button to show its content. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "end">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      {...props}
      type={isShown ? "text" : "password"}
      end={
        <button
          type="button"
          // Without the word "password", which names only the field.
          aria-label="Show what you typed"
          aria-pressed={isShown}
          title={isShown ? "Hide" : "Show"}
          onClick={() => setShown(!isShown)}
          className="flex size-11 items-center justify-center rounded-control text-ink-3 -outline-offset-4 transition-colors hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      }
    />
  );
}
