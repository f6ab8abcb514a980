import clsx from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { IconButton } from "./button.tsx";

/**
 * A panel beside the page or, as a sheet, over it. As a sheet it takes the focus, gives it back, and closes on
 * Escape; whoever shows it makes what is under it inert.
 */
export function SidePanel({
  label,
  side,
  isSheet,
  onClose,
  className,
  children,
}: {
  label: string;
  side: "left" | "right";
  isSheet: boolean;
  onClose: () => void;
  className?: string;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  });
  useEffect(() => {
    if (!isSheet) return;
    const before = document.activeElement;
    panel.current?.querySelector<HTMLElement>("button, a[href], input, textarea")?.focus();
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isSheet]);
  return (
    <aside ref={panel} aria-label={label} className={clsx("flex min-h-0 flex-col bg-raised", className)}>
      {isSheet && (
        <div className={clsx("flex shrink-0", side === "right" ? "justify-end" : "justify-start")}>
          <IconButton label={`Close ${label.toLowerCase()}`} onClick={onClose}>
            <X aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      )}
      {children}
    </aside>
  );
}
