import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";

export type ButtonTone = "solid" | "quiet" | "bare" | "danger";

const tones: Record<ButtonTone, string> = {
  solid: "bg-ink text-ground hover:bg-ink-2 disabled:bg-control disabled:text-ink-3",
  quiet: "bg-control text-ink hover:bg-tick/60 disabled:text-ink-3",
  bare: "bg-transparent text-ink-2 hover:bg-control hover:text-ink disabled:text-ink-3",
  danger: "bg-red text-on-red hover:bg-red/90 disabled:bg-control disabled:text-ink-3",
};

export function buttonClass(tone: ButtonTone, className?: string): string {
  return clsx(
    "inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 text-14 font-semibold transition-colors",
    "disabled:cursor-not-allowed",
    tones[tone],
    className,
  );
}

interface ButtonProps extends ComponentProps<"button"> {
  tone?: ButtonTone;
  icon?: ReactNode;
  /** Replaces the icon by a busy indicator; the button is disabled meanwhile. */
  isBusy?: boolean;
}

/** A button of at least 44 px, with `type="button"` by default. */
export function Button({
  tone = "quiet",
  icon,
  isBusy,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={buttonClass(tone, className)}
    >
      {isBusy ? <BusyTicks /> : icon}
      {children}
    </button>
  );
}

/** A square 44 px button with an icon; `label` is its name. */
export function IconButton({
  label,
  tone = "bare",
  className,
  children,
  ...rest
}: ComponentProps<"button"> & { label: string; tone?: ButtonTone }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={buttonClass(tone, clsx("size-11 shrink-0 px-0!", className))}
    >
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  tone = "quiet",
  className,
  ...rest
}: LinkProps & { tone?: ButtonTone; className?: string }) {
  return <Link {...rest} className={buttonClass(tone, className)} />;
}

/** Three ticks that light up in turn. */
export function BusyTicks() {
  return (
    <span aria-hidden="true" className="inline-flex h-4 items-center gap-[3px]">
      <i className="h-3 w-[2px] animate-pulse-slow bg-current" />
      <i className="h-3 w-[2px] animate-pulse-slow bg-current [animation-delay:0.2s]" />
      <i className="h-3 w-[2px] animate-pulse-slow bg-current [animation-delay:0.4s]" />
    </span>
  );
}
