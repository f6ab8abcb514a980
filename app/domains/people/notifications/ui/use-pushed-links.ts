import { useEffect } from "react";
import { useNavigate } from "react-router";
import * as z from "zod/mini";

/** The service worker's message when a pushed notice was clicked: the path of this site that it leads to. */
const Opened = z.object({ open: z.string() });

/** A click on a pushed notice navigates in this tab, without a load, so that the sound continues. */
export function usePushedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const hear = ({ data, ports }: MessageEvent<unknown>) => {
      const opened = Opened.safeParse(data).data;
      if (opened?.open.startsWith("/") !== true) return;
      // Without a response it opens a window.
      ports[0]?.postMessage("opened");
      void navigate(opened.open);
    };
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener("message", hear);
    return () => serviceWorker?.removeEventListener("message", hear);
  }, [navigate]);
}
