/** The same numbers in every run (Lehmer). Each call returns an integer below `limit`. */
export function repeatable(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}
