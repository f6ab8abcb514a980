import clsx from "clsx";
import { SetBlock } from "./set-block.tsx";
import { dayName, type WeekProps } from "./week-grid.tsx";

/** The week where there is no space for seven columns: its days one below the other. */
export function WeekAgenda({ week, zone, now, onChoose }: WeekProps) {
  return (
    <div>
      {week.map(({ day, blocks }) => {
        const isToday = day.startsAt <= now && now < day.endsAt;
        return (
          <section
            key={day.date}
            className={clsx(
              "border-t border-tick py-3",
              blocks.length === 0 ? "flex items-baseline gap-6" : "sm:flex sm:gap-6",
            )}
          >
            <h3 className="label w-36 shrink-0 text-ink-2 pb-1">
              {dayName(day, zone, "short")}
              {isToday && <span className="text-ink"> · Today</span>}
            </h3>
            {blocks.length === 0 ? (
              <p className="text-14 text-ink-3">No sets</p>
            ) : (
              <ul className="grow space-y-2">
                {blocks.map(({ set }) => (
                  <li key={set.id}>
                    <SetBlock set={set} onChoose={onChoose} className="min-h-11 w-full justify-center py-2" />
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
}
