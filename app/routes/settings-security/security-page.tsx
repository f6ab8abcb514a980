import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import type {
  DeviceView,
  EmailView,
  PasskeyView,
  SecondFactorView,
} from "#app/domains/people/accounts/contract/security.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { DevicesSection } from "./devices-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import { TwoStepSection } from "./two-step-section.tsx";

interface SecurityPageProps {
  email: EmailView;
  passkeys: PasskeyView[];
  secondFactor: SecondFactorView;
  devices: DeviceView[];
}

/** The security of an account. Every section loads again after its actions. */
export function SecurityPage({ email, passkeys, secondFactor, devices }: SecurityPageProps) {
  useFreshOnReturn();
  const thisDevice = devices.find(({ isCurrent }) => isCurrent)?.name ?? "";
  return (
    <SettingsPage
      title="Security"
      intro="How you log in, where you are signed in, and how you recover your account."
    >
      <EmailSection view={email} />
      <Section title="Password" intro="Changing it signs out all other devices.">
        <ButtonLink to="/settings/password">Change Password</ButtonLink>
      </Section>
      <PasskeysSection passkeys={passkeys} thisDevice={thisDevice} />
      <TwoStepSection view={secondFactor} />
      <DevicesSection devices={devices} />
    </SettingsPage>
  );
}

/** An emailed link is opened in another tab, or a device signs in elsewhere: returning loads the page again. */
function useFreshOnReturn() {
  const { revalidate } = useRevalidator();
  const readAgain = useEffectEvent(() => {
    if (document.visibilityState === "visible") void revalidate();
  });
  useEffect(() => {
    const onReturn = () => readAgain();
    document.addEventListener("visibilitychange", onReturn);
    return () => document.removeEventListener("visibilitychange", onReturn);
  }, []);
}
