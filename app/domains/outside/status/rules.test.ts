import { describe, expect, test } from "vitest";
import { type ServiceView, serviceNames, statusLimits } from "./contract.ts";
import { decideSystemState, isDraining, isOnlyUnset } from "./rules.ts";

const allBut = (...offline: ServiceView["name"][]): ServiceView[] =>
  serviceNames.map((name) => ({
    name,
    status: offline.includes(name) ? "offline" : "online",
    isConfigured: true,
  }));

describe("the system status", () => {
  test("is online while all five services are online", () => {
    expect(decideSystemState(allBut())).toBe("online");
  });

  test.each(["Primary Server", "Transcoder Service"] as const)("is down without the %s", (name) => {
    expect(decideSystemState(allBut(name))).toBe("down");
    expect(decideSystemState(allBut(name, "Notifications Service"))).toBe("down");
  });

  test.each([
    "Recordings / Mixcloud Service",
    "Audio Fingerprinting Service",
    "Notifications Service",
  ] as const)("is degraded without the %s", (name) => {
    expect(decideSystemState(allBut(name))).toBe("degraded");
  });

  test("is degraded without a service that is not configured, which is not reported as broken", () => {
    const unset = allBut("Audio Fingerprinting Service").map((service) =>
      service.status === "offline" ? { ...service, isConfigured: false } : service,
    );
    expect(decideSystemState(unset)).toBe("degraded");
    expect(isOnlyUnset(unset)).toBe(true);
    expect(isOnlyUnset(allBut("Audio Fingerprinting Service"))).toBe(false);
  });
});

describe("the mail queue is healthy", () => {
  const now = 1_800_000_000_000;
  const line = (oldestWaitingAt: number | null, lastSentAt: number | null = null) =>
    isDraining({ isCarried: true, oldestWaitingAt, lastSentAt }, now);

  test("while no email waits long", () => {
    expect(line(null)).toBe(true);
    expect(line(now - statusLimits.mailMs + 1)).toBe(true);
  });

  test("until an email waits and none was sent since it was written", () => {
    expect(line(now - statusLimits.mailMs)).toBe(false);
    expect(line(now - statusLimits.mailMs, now - statusLimits.mailMs - 1)).toBe(false);
  });

  test("when later emails were sent before the waiting one", () => {
    expect(line(now - 3_600_000, now - 1_000)).toBe(true);
  });
});
