import { useEffect, useRef, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { ComboBox } from "#app/ui/combo-box.tsx";
import { searchCitiesCall } from "../calls/my-profile.ts";
import { CityView, profileLimits } from "../contract/my-profile.ts";
import { foldPlace } from "../rules-cities.ts";

const debounceMs = 500;

/** A person's location: free text, with cities suggested 500 ms after typing stops. */
export function CityField({
  label = "Location",
  value,
  onChange,
  error,
  className,
}: {
  label?: string;
  value: string;
  /** Called with the typed text, or the label of the chosen city. */
  onChange: (location: string) => void;
  error?: string | null;
  className?: string;
}) {
  const { cities, isBusy, suggest, clear } = useCities();
  return (
    <ComboBox
      label={label}
      value={value}
      options={cities.map((city) => ({ id: String(city.id), label: city.label }))}
      onType={(text) => {
        onChange(text);
        suggest(text);
      }}
      onChoose={(city) => {
        onChange(city.label);
        clear();
      }}
      isBusy={isBusy}
      error={error}
      hint={
        <>
          City data:{" "}
          <a href="https://www.geonames.org/" target="_blank" rel="noreferrer" className="underline">
            GeoNames
          </a>
          , CC BY 4.0
        </>
      }
      maxLength={profileLimits.locationLength}
      className={className}
    />
  );
}

/** Cities for the latest text; responses for older ones are dropped. */
function useCities() {
  const [cities, setCities] = useState<CityView[]>([]);
  const [isBusy, setBusy] = useState(false);
  const pending = useRef<AbortController | null>(null);

  useEffect(() => () => pending.current?.abort(), []);

  const stop = () => {
    pending.current?.abort();
    pending.current = null;
    setBusy(false);
  };
  const clear = () => {
    stop();
    setCities([]);
  };
  const ask = async (city: string, { signal }: AbortController) => {
    setBusy(true);
    try {
      const found = await callApi(searchCitiesCall, { city }, { signal });
      if (!signal.aborted) setCities(found);
    } catch {
      // Suggestions are optional: without them the field is free text.
      if (!signal.aborted) setCities([]);
    }
    if (!signal.aborted) setBusy(false);
  };
  const suggest = (text: string) => {
    stop();
    // Those that still match stay until the response arrives.
    setCities((shown) => shown.filter((city) => isBegunBy(city, text)));
    const city = text.trim();
    if (city === "" || city.length > longestName) return;
    const controller = new AbortController();
    pending.current = controller;
    const timer = setTimeout(() => void ask(city, controller), debounceMs);
    controller.signal.addEventListener("abort", () => clearTimeout(timer));
  };
  return { cities, isBusy, suggest, clear };
}

function isBegunBy(city: CityView, text: string): boolean {
  const typed = foldPlace(text.split(",", 1)[0] ?? "");
  return typed !== "" && foldPlace(city.name).startsWith(typed);
}

/** No city's name is longer, and the call accepts no more. */
const longestName = 100;
