import clsx from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { IconButton } from "./button.tsx";

/**
 * A panel beside the page or, as a sheet, over it. As a sheet it takes the focus, returns it, and closes on Escape; the
 * caller makes the page below it inert.
 */
export function SidePanel({
  label,
  header,
  isSheet,
  onClose,
  className,
  children,
}: {
  label: string;
  /** Shown at the top, beside the button that closes the sheet. */
  header?: ReactNode;
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
    <section
      ref={panel}
      role={isSheet ? "dialog" : "complementary"}
      aria-modal={isSheet || undefined}
      aria-label={label}
      className={clsx("flex min-h-0 flex-col bg-raised", className)}
    >
      {(isSheet || header) && (
        <div className="flex min-h-12 shrink-0 items-center border-b border-tick">
          <div className="min-w-0 grow px-3">{header}</div>
          {isSheet && (
            <IconButton label={`Close ${label.toLowerCase()}`} onClick={onClose}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          )}
        </div>
      )}
      {children}
    </section>
  );
}
