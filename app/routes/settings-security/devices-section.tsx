import { Monitor, Smartphone } from "lucide-react";
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { endOtherSessionsCall, endSessionCall } from "#app/domains/people/accounts/calls/sessions.ts";
import { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import type { DeviceView } from "#app/domains/people/accounts/contract/security.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { Section } from "#app/ui/section.tsx";
import { LocalTime, TimeSince } from "#app/ui/time.tsx";
import { showToast } from "#app/ui/toast.tsx";

/** Shows where the owner is signed in, and buttons to end that. */
export function DevicesSection({ devices }: { devices: DeviceView[] }) {
  const { revalidate } = useRevalidator();
  const list = useRef<HTMLUListElement>(null);
  const [ending, setEnding] = useState<string | null>(null);
  const others = devices.filter(({ isCurrent }) => !isCurrent);

  const end = async (which: string, call: () => Promise<NoticeView>) => {
    setEnding(which);
    try {
      const notice = await call();
      showToast(notice.type, notice.message);
      await revalidate();
      // The button that was pressed is gone.
      list.current?.focus();
    } catch (error) {
      showFailure(error);
    } finally {
      setEnding(null);
    }
  };
  const endOne = (session: string) => end(session, () => callApi(endSessionCall, { session }));
  const endOthers = () => end("others", () => callApi(endOtherSessionsCall));

  return (
    <Section
      title="Devices"
      intro="Every browser and app that is signed in to your account. If you do not recognize one, sign it out and change your password."
    >
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Signed-in devices"
        className="border-t border-tick outline-none"
      >
        {devices.map((device) => (
          <Device
            key={device.id}
            device={device}
            isBusy={ending === device.id}
            onEnd={() => void endOne(device.id)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button className="mt-4" isBusy={ending === "others"} onClick={() => void endOthers()}>
          Sign Out All Others
        </Button>
      )}
    </Section>
  );
}

function Device({ device, isBusy, onEnd }: { device: DeviceView; isBusy: boolean; onEnd: () => void }) {
  const { name, country, isCurrent, createdAt, lastSeenAt } = device;
  const Icon = /iPhone|iPad|iPod|Android/.test(name) ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-tick py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap items-center gap-x-2 text-16">
          {name}
          {isCurrent && <Badge tone="green">THIS DEVICE</Badge>}
        </p>
        <p className="text-14 text-ink-3">
          {country && `${countryName(country)} · `}
          Signed in <LocalTime at={createdAt} shape="date" />
          {!isCurrent && (
            <>
              {" · seen "}
              <TimeSince at={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {!isCurrent && (
        <Button isBusy={isBusy} onClick={onEnd} className="shrink-0">
          {" "}
          Sign Out <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}

const countries = new Intl.DisplayNames("en", { type: "region" });
const countryName = (code: string) => countries.of(code) ?? code;
