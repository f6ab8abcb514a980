import { Toggle } from "#app/ui/toggle.tsx";
import { useAlarm } from "./use-alarm.ts";

/** The alarm can also sound and vibrate, on request. */
export default function AlarmSettings({ isWrong }: { isWrong: boolean }) {
  const { isOn, turn } = useAlarm(isWrong);
  return (
    <section aria-label="Alarm" className="mt-8 max-w-3xl border-y border-tick">
      <Toggle
        label="Alert me when the stream stops"
        description="Plays a sound and vibrates, on this device, until you leave this page. Do not use it on the device that broadcasts: the sound could go on air."
        isOn={isOn}
        onChange={turn}
      />
    </section>
  );
}
