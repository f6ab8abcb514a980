const hourMs = 3_600_000;

/** Rates of the calls about keys, by account. */
export const keyRates = {
  generate: { max: 5, perMs: hourMs },
  address: { max: 600, perMs: hourMs },
  store: { max: 30, perMs: hourMs },
  read: { max: 30, perMs: hourMs },
  startSync: { max: 5, perMs: hourMs },
  /** The device that shows a code asks every few seconds. */
  takeSync: { max: 1_200, perMs: hourMs },
  devices: { max: 60, perMs: hourMs },
} as const;
