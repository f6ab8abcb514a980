/**
 * Power spectra of real sound. Two halves of the samples are transformed as one complex signal of half the
 * length (Stockham's order: no bit reversal), in steps of radix 4 and, for odd powers, one of radix 2.
 */
export class PowerSpectrum {
  readonly #size: number;
  readonly #window: Float64Array;
  /** Cosines and sines of each step of radix 4, one after the other. */
  readonly #twiddles: Float64Array;
  readonly #split: Float64Array;
  readonly #buffers: readonly [Float64Array, Float64Array];

  /** `size`: samples of a window, a power of two of at least 16. */
  constructor(size: number) {
    this.#size = size;
    this.#window = Float64Array.from(
      { length: size },
      (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / size),
    );
    this.#twiddles = makeTwiddles(size / 2);
    this.#split = new Float64Array(size + 2);
    for (let bin = 0; bin <= size / 2; bin++) {
      this.#split[2 * bin] = Math.cos((2 * Math.PI * bin) / size);
      this.#split[2 * bin + 1] = Math.sin((2 * Math.PI * bin) / size);
    }
    this.#buffers = [new Float64Array(size), new Float64Array(size)];
  }

  /** Writes the power of bins 0 to `out.length` (exclusive, at most size / 2) of the window that starts at `first`. */
  measure(sound: Float32Array, first: number, out: Float32Array): void {
    const input = this.#buffers[0];
    const window = this.#window;
    for (let n = 0; n < this.#size; n++) input[n] = window[n]! * sound[first + n]!;
    const z = this.#transform();
    const half = this.#size / 2;
    const split = this.#split;
    for (let bin = 0; bin < out.length; bin++) {
      const mirror = bin === 0 ? 0 : half - bin;
      const ar = z[2 * bin]!;
      const ai = z[2 * bin + 1]!;
      const br = z[2 * mirror]!;
      const bi = -z[2 * mirror + 1]!;
      const cos = split[2 * bin]!;
      const sin = split[2 * bin + 1]!;
      const real = ar + br + (ai - bi) * cos - (ar - br) * sin;
      const imaginary = ai + bi - (ar - br) * cos - (ai - bi) * sin;
      out[bin] = (real * real + imaginary * imaginary) / 4;
    }
  }

  #transform(): Float64Array {
    let [x, y] = this.#buffers;
    let length = this.#size / 2;
    let stride = 1;
    let twiddle = 0;
    while (length >= 4) {
      radix4(x, y, length, stride, this.#twiddles, twiddle);
      twiddle += (length / 4) * 6;
      length /= 4;
      stride *= 4;
      [x, y] = [y, x];
    }
    if (length === 1) return x;
    for (let q = 0; q < 2 * stride; q++) {
      const a = x[q]!;
      const b = x[q + 2 * stride]!;
      y[q] = a + b;
      y[q + 2 * stride] = a - b;
    }
    return y;
  }
}

function makeTwiddles(size: number): Float64Array {
  const values: number[] = [];
  for (let length = size; length >= 4; length /= 4)
    for (let p = 0; p < length / 4; p++)
      for (const power of [1, 2, 3]) {
        const angle = (-2 * Math.PI * p * power) / length;
        values.push(Math.cos(angle), Math.sin(angle));
      }
  return Float64Array.from(values);
}

/** One step of radix 4 from `x` to `y`; complex numbers lie as real, imaginary. */
function radix4(
  x: Float64Array,
  y: Float64Array,
  length: number,
  stride: number,
  twiddles: Float64Array,
  twiddle: number,
): void {
  const quarter = (length / 4) * stride * 2;
  for (let p = 0; p < length / 4; p++) {
    const at = twiddle + p * 6;
    const w1r = twiddles[at]!;
    const w1i = twiddles[at + 1]!;
    const w2r = twiddles[at + 2]!;
    const w2i = twiddles[at + 3]!;
    const w3r = twiddles[at + 4]!;
    const w3i = twiddles[at + 5]!;
    for (let q = 0; q < stride; q++) {
      const from = 2 * (q + stride * p);
      const to = 2 * (q + stride * 4 * p);
      const ar = x[from]!;
      const ai = x[from + 1]!;
      const br = x[from + quarter]!;
      const bi = x[from + quarter + 1]!;
      const cr = x[from + 2 * quarter]!;
      const ci = x[from + 2 * quarter + 1]!;
      const dr = x[from + 3 * quarter]!;
      const di = x[from + 3 * quarter + 1]!;
      const apcr = ar + cr;
      const apci = ai + ci;
      const amcr = ar - cr;
      const amci = ai - ci;
      const bpdr = br + dr;
      const bpdi = bi + di;
      const jbmdr = di - bi;
      const jbmdi = br - dr;
      const s = 2 * stride;
      y[to] = apcr + bpdr;
      y[to + 1] = apci + bpdi;
      const r1 = amcr - jbmdr;
      const i1 = amci - jbmdi;
      y[to + s] = r1 * w1r - i1 * w1i;
      y[to + s + 1] = r1 * w1i + i1 * w1r;
      const r2 = apcr - bpdr;
      const i2 = apci - bpdi;
      y[to + 2 * s] = r2 * w2r - i2 * w2i;
      y[to + 2 * s + 1] = r2 * w2i + i2 * w2r;
      const r3 = amcr + jbmdr;
      const i3 = amci + jbmdi;
      y[to + 3 * s] = r3 * w3r - i3 * w3i;
      y[to + 3 * s + 1] = r3 * w3i + i3 * w3r;
    }
  }
}
