/** Whether tests try everything of what they sweep (`npm run test:sweeps`), and otherwise one of each kind. */
export const isSweep = process.env.CUE_SWEEP === "1";
