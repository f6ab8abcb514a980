import { Keyboard } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";

/** Opens the list of keys; absent on phones and tablets without a mouse, which have no keyboard either. */
export function ShortcutsButton({ onClick }: { onClick: () => void }) {
  return (
    <span className="not-any-pointer-fine:hidden">
      <IconButton label="Keyboard shortcuts" aria-haspopup="dialog" onClick={onClick}>
        <Keyboard aria-hidden="true" className="size-5" />
      </IconButton>
    </span>
  );
}
