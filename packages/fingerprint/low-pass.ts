/**
 * Returns `taps` coefficients of a low-pass filter (a sinc in a Kaiser window), with gain 1 at 0 Hz.
 * `cutoff` is the middle of its slope, in cycles per sample (0 to 0.5); `beta` 6 suppresses about 60 dB.
 */
export function lowPass(taps: number, cutoff: number, beta = 6): Float64Array {
  const filter = new Float64Array(taps);
  const middle = (taps - 1) / 2;
  let sum = 0;
  for (let tap = 0; tap < taps; tap++) {
    filter[tap] = sinc(2 * cutoff * (tap - middle)) * kaiser((tap - middle) / (middle + 0.5), beta);
    sum += filter[tap]!;
  }
  return filter.map((value) => value / sum);
}

export function sinc(x: number): number {
  return Math.abs(x) < 1e-9 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** The Kaiser window at `x` from -1 to 1. */
export function kaiser(x: number, beta: number): number {
  return Math.abs(x) > 1 ? 0 : bessel(beta * Math.sqrt(1 - x * x)) / bessel(beta);
}

/** The modified Bessel function of the first kind, order 0, by its power series. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < 40; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
