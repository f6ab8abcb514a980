import { Skeleton } from "#app/ui/skeleton.tsx";

/** Where the form will stand, section by section. */
export function FormSkeleton() {
  return (
    <div className="mt-8 flex flex-col gap-8">
      <Skeleton className="h-110" />
      <Skeleton className="h-64" />
      <Skeleton className="h-44" />
    </div>
  );
}
