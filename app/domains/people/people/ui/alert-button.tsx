import clsx from "clsx";
import { Bell, BellRing } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";

/** Turns the alert for someone going live on or off. Keeps its space while it is not shown, so that nothing moves. */
export function AlertButton({
  name,
  isOn,
  isShown,
  onToggle,
}: {
  name: string;
  isOn: boolean;
  isShown: boolean;
  onToggle: () => void;
}) {
  if (!isShown) return <span className="size-11 shrink-0" />;
  const Icon = isOn ? BellRing : Bell;
  return (
    <IconButton label={`Notify me when ${name} goes live`} aria-pressed={isOn} onClick={onToggle}>
      <Icon aria-hidden="true" className={clsx("size-5", isOn && "fill-current")} />
    </IconButton>
  );
}
