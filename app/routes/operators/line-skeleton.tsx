import { Skeleton } from "#app/ui/skeleton.tsx";

/** Placeholder of a line about a person. */
export function LineSkeleton() {
  return (
    <div className="flex items-center gap-4 py-4">
      <Skeleton className="size-14 sm:size-16" />
      <div className="grow space-y-2">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-3 w-64 max-w-full" />
      </div>
    </div>
  );
}
