/** Runs `work` again and again for so long, in so many lanes at a time. Returns what each took, ms. */
export async function runLanes(lanes: number, ms: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + ms;
  const lane = async () => {
    for (let start = performance.now(); start < end; ) {
      await work();
      const now = performance.now();
      took.push(now - start);
      start = now;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return took;
}
