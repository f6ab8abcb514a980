import { Toggle } from "#app/ui/toggle.tsx";
import { useAlarm } from "./use-alarm.ts";

/** The alarm can be heard and felt as well, where somebody wants that. */
export function AlarmSettings({ isWrong }: { isWrong: boolean }) {
  const { isOn, turn } = useAlarm(isWrong);
  return (
    <section aria-label="Alarm" className="mt-8 max-w-3xl border-y border-tick">
      <Toggle
        label="Sound and vibrate when nothing is heard"
        description="On this device and until you leave this page. Turn it on only on a phone or a computer that does not broadcast: its sound could go on air."
        isOn={isOn}
        onChange={turn}
      />
    </section>
  );
}
