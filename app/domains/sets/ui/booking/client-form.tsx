import { lazy, Suspense } from "react";
import { useViewerClock } from "#app/ui/clock.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { Booking } from "./booking-form.tsx";

const BookingForm = lazy(() => import("./booking-form.tsx"));

/** The form, once the viewer's clock is known: every one of its times is told by it, and the server has none. */
export function ClientForm(booking: Booking) {
  const isKnown = useViewerClock() !== null;
  if (!isKnown) return <FormSkeleton />;
  return (
    <Suspense fallback={<FormSkeleton />}>
      <BookingForm {...booking} />
    </Suspense>
  );
}

/** Where the form will stand, section by section. */
function FormSkeleton() {
  return (
    <div className="mt-8 flex flex-col gap-8">
      <Skeleton className="h-110" />
      <Skeleton className="h-64" />
      <Skeleton className="h-44" />
    </div>
  );
}
