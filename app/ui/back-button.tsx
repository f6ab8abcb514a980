import { ArrowLeft } from "lucide-react";
import { IconButton } from "./button.tsx";
import { useGoBack } from "./go-back.ts";

/** Leads back to where one came from in this tab, else to home. */
export function BackButton() {
  return (
    <IconButton label="Back" onClick={useGoBack("/")}>
      <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
    </IconButton>
  );
}
