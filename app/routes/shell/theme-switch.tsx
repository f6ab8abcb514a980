import clsx from "clsx";
import { Contrast, type LucideIcon, Moon, Sun } from "lucide-react";
import { setTheme, type Theme, useTheme } from "#app/ui/theme.ts";

const choices: { theme: Theme; name: string; icon: LucideIcon }[] = [
  { theme: "dark", name: "Dark", icon: Moon },
  { theme: "light", name: "Light", icon: Sun },
  { theme: "contrast", name: "High contrast", icon: Contrast },
];

/** Three themes; the choice is stored in this browser. */
export default function ThemeSwitch() {
  const chosen = useTheme();
  return (
    <fieldset className="flex">
      <legend className="label mb-1 text-ink-3">Theme</legend>
      {choices.map(({ theme, name, icon: Icon }) => (
        <button
          key={theme}
          type="button"
          aria-pressed={theme === chosen}
          aria-label={name}
          title={name}
          onClick={() => setTheme(theme)}
          className={clsx(
            "flex size-11 items-center justify-center border-b-2 transition-colors",
            theme === chosen ? "border-ink text-ink" : "border-transparent text-ink-3 hover:text-ink",
          )}
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      ))}
    </fieldset>
  );
}
