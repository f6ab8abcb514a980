/** The side panels that are open. On wide screens a panel is beside the page, on narrow ones it is a sheet over it. */
import clsx from "clsx";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router";
import { useMediaQuery } from "#app/ui/media-query.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

interface Panel {
  /** Null until the user chose: then open where it is beside the page, closed where it would cover it. */
  isOpen: boolean | null;
  /** Visible now, either way. */
  isShown: boolean;
  /** Open as a sheet: the page below it is inert. */
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

/** The width (px) from which a panel is shown beside the page: `lg` and `xl` in the style sheets. */
const standsFrom = { rail: 1024, chat: 1280 } as const;

/** The position of the chat: beside the page, or over it above keyboard and player. */
export const chatPlace = clsx(
  "fixed inset-x-0 top-(--sheet-top) bottom-[max(var(--bar),var(--keyboard,0px))] z-20 sm:left-auto sm:w-96 sm:border-l sm:border-tick",
  "xl:sticky xl:top-(--head) xl:h-[calc(100dvh-var(--head)-var(--bar))] xl:w-88 xl:shrink-0",
);

/** Marks a history entry that was made by opening a sheet: closing the sheet goes back from it. */
const madeBySheet = "sheet";

/**
 * A panel beside the page is open until it is closed. A sheet is a separate history entry, named in the hash of the
 * address: Back closes it, a link in it works, and only one is open at a time.
 */
function usePanel(minWidth: number, hash: string): Panel {
  const [choice, setChoice] = useState<boolean | null>(null);
  const isWide = useMediaQuery(`(min-width: ${minWidth}px)`);
  const navigate = useNavigate();
  const location = useLocation();
  // The server does not know the hash.
  const isInAddress = useHydrated() && location.hash === hash;
  const isOpen = isWide ? choice : isInAddress || null;
  const isShown = isOpen ?? isWide;
  const isAnySheet = location.state === madeBySheet;
  /** Going back takes a moment, and a second press during it would leave the page. */
  const isGoingBack = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key tells that it arrived
  useEffect(() => {
    isGoingBack.current = false;
  }, [location.key]);

  const close = useCallback(() => {
    if (isWide) setChoice(false);
    else if (!isAnySheet)
      void navigate({ search: location.search }, { replace: true, preventScrollReset: true });
    else if (!isGoingBack.current) {
      isGoingBack.current = true;
      void navigate(-1);
    }
  }, [isWide, isAnySheet, navigate, location.search]);
  const open = useCallback(() => {
    if (isWide) return setChoice(true);
    // Replaces another sheet and takes over its entry.
    const options = { state: madeBySheet, replace: isAnySheet, preventScrollReset: true };
    void navigate({ search: location.search, hash }, options);
  }, [isWide, isAnySheet, navigate, location.search, hash]);
  return useMemo(
    () => ({ isOpen, isShown, isSheet: !isWide && isShown, toggle: isShown ? close : open, close }),
    [isOpen, isShown, isWide, close, open],
  );
}

export function PanelsProvider({ children }: { children: ReactNode }) {
  const rail = usePanel(standsFrom.rail, "#menu");
  const chat = usePanel(standsFrom.chat, "#chat");
  const [missed, setMissedCount] = useState(0);
  const setMissed = useCallback((count: number) => setMissedCount(count), []);
  const panels = useMemo(() => ({ rail, chat, missed, setMissed }), [rail, chat, missed, setMissed]);
  return <PanelsContext value={panels}>{children}</PanelsContext>;
}
