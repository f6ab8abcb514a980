import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { useGoBack } from "#app/ui/go-back.ts";

/** The frame of a page of stage management: back link, stage, title, actions. */
export function ManagePage({
  title,
  about,
  up,
  onBack,
  actions,
  isWide = false,
  children,
}: {
  title: string;
  /** A quiet line above the title. */
  about?: ReactNode;
  /** The page above this one: where "Back" leads without a history. */
  up: string;
  /** Returns true where "Back" has undone something on this page instead. */
  onBack?: () => boolean;
  actions?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}) {
  const goBack = useGoBack(up);
  return (
    <main id="main" className="min-w-0 grow px-4 pt-2 pb-12 sm:px-8">
      <div className={isWide ? "mx-auto max-w-6xl" : "mx-auto max-w-2xl"}>
        <IconButton
          label="Back"
          onClick={() => {
            if (!onBack?.()) goBack();
          }}
          className="-ml-3"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <div className="mt-1 flex flex-wrap items-end gap-x-6 gap-y-4">
          <div className="min-w-0 grow">
            {about && <div className="text-16 text-ink-3">{about}</div>}
            <h1 className="display text-28 sm:text-44" dir="auto">
              {title}
            </h1>
          </div>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
        {children}
      </div>
    </main>
  );
}
