import { useEffect, useEffectEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import "altcha/external";
import "altcha/altcha.css";
import Pbkdf2Worker from "altcha/workers/pbkdf2?worker";

const Refused = z.object({ error: z.string() });

/**
 * The captcha: a proof of work, solved on this machine by our own worker; nothing is loaded from other sites. Passes on
 * the solved payload, or null once it has expired.
 */
export default function Captcha({ onSolved }: { onSolved: (payload: string | null) => void }) {
  const holder = useRef<HTMLDivElement>(null);
  const [error, setError] = useState(false);
  // Why the server gives no challenge, if it has given a reason.
  const [refusal, setRefusal] = useState<string | null>(null);
  const fetchChallenge = useEffectEvent(async (...asked: Parameters<typeof fetch>) => {
    const response = await fetch(...asked);
    const said = response.ok
      ? null
      : Refused.safeParse(
          await response
            .clone()
            .json()
            .catch(() => null),
        );
    setRefusal(said?.data?.error ?? null);
    return response;
  });
  const onStateChange = useEffectEvent((event: Event) => {
    const { state, payload } = (event as CustomEvent<{ state: string; payload?: string }>).detail;
    setError(state === "error");
    onSolved(state === "verified" && payload ? payload : null);
  });
  useEffect(() => {
    const target = holder.current;
    if (!target) return;
    globalThis.$altcha.algorithms.set("PBKDF2/SHA-256", () => new Pbkdf2Worker());
    globalThis.$altcha.defaults.set({ fetch: (...asked) => fetchChallenge(...asked) });
    const widget: HTMLElement = document.createElement("altcha-widget");
    widget.setAttribute("challenge", "/api/captcha");
    // One worker: playback needs the other processor core.
    widget.setAttribute("configuration", JSON.stringify({ hideFooter: true, hideLogo: true, workers: 1 }));
    // An effect event must not be passed on directly.
    widget.addEventListener("statechange", (event) => onStateChange(event));
    target.appendChild(widget);
    return () => {
      widget.remove();
    };
  }, []);
  return (
    <div>
      <div ref={holder} className="captcha min-h-12" />
      <p aria-live="polite" className="min-h-5 text-14 text-red">
        {error && (refusal ?? "The captcha could not be solved. Try again.")}
      </p>
    </div>
  );
}
