/** Which side panels are open. On wide screens a panel stands beside the page, on narrow ones it is a sheet over it. */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useLocation } from "react-router";
import { useMediaQuery } from "#app/ui/media-query.ts";

interface Panel {
  /** Null until somebody chose: then open where it stands beside the page, closed where it would cover it. */
  isOpen: boolean | null;
  /** Visible now, either way. */
  isShown: boolean;
  /** Open as a sheet: what is under it is inert. */
  isSheet: boolean;
  toggle: () => void;
  close: () => void;
}

interface Panels {
  rail: Panel;
  chat: Panel;
  /** Messages that arrived while the chat was not in view. */
  missed: number;
  setMissed: (count: number) => void;
}

const PanelsContext = createContext<Panels | null>(null);

export function usePanels(): Panels {
  const panels = useContext(PanelsContext);
  if (!panels) throw new Error("usePanels is for what the shell holds");
  return panels;
}

/** The width (px) from which a panel stands beside the page: as `lg` and `xl` in the style sheets. */
const standsFrom = { rail: 1024, chat: 1280 } as const;

function usePanel(minWidth: number): Panel {
  const [choice, setChoice] = useState<{ isOpen: boolean; path: string } | null>(null);
  const isWide = useMediaQuery(`(min-width: ${minWidth}px)`);
  const path = useLocation().pathname;
  // A sheet has done its work when it led somewhere else.
  const isOpen = choice && (isWide || choice.path === path) ? choice.isOpen : null;
  const isShown = isOpen ?? isWide;
  return useMemo(
    () => ({
      isOpen,
      isShown,
      isSheet: !isWide && isShown,
      toggle: () => setChoice({ isOpen: !isShown, path }),
      close: () => setChoice({ isOpen: false, path }),
    }),
    [isOpen, isShown, isWide, path],
  );
}

export function PanelsProvider({ children }: { children: ReactNode }) {
  const rail = usePanel(standsFrom.rail);
  const chat = usePanel(standsFrom.chat);
  const [missed, setMissedCount] = useState(0);
  const setMissed = useCallback((count: number) => setMissedCount(count), []);
  const panels = useMemo(() => ({ rail, chat, missed, setMissed }), [rail, chat, missed, setMissed]);
  return <PanelsContext value={panels}>{children}</PanelsContext>;
}
