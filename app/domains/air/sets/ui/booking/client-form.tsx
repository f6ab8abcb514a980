import { lazy, Suspense } from "react";
import { useViewerClock } from "#app/ui/clock.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { Booking } from "./booking-form.tsx";

const BookingForm = lazy(() => import("./booking-form.tsx"));

/** The form, once the viewer's time zone is known: all its times depend on it, and the server does not know it. */
export function ClientForm(booking: Booking) {
  const isKnown = useViewerClock() !== null;
  if (!isKnown) return <FormSkeleton />;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <BookingForm {...booking} />
    </Suspense>
  );
}

/** Placeholder of the form, section by section. */
function FormSkeleton() {
  return (
    <div className="mt-8 flex flex-col gap-8">
      <Skeleton className="h-110" />
      <Skeleton className="h-64" />
      <Skeleton className="h-44" />
    </div>
  );
}
